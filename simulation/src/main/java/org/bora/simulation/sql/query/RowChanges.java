package org.bora.simulation.sql.query;

import java.util.Optional;
import org.bora.simulation.sql.lock.Locks;
import org.bora.simulation.sql.lock.Work;
import org.bora.simulation.sql.store.Index;
import org.bora.simulation.sql.store.Key;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Row;
import org.bora.simulation.sql.store.Table;
import org.bora.simulation.sql.store.Table.ForeignKey;

/** Writes rows: keeps keys unique, children with their parents, and locks what that needs. */
final class RowChanges {
  private final Locks locks;
  private final Work work;

  RowChanges(Run run) {
    this.locks = run.locks();
    this.work = run.work();
  }

  /** Another row that has the same value in a unique index, and which that is. */
  record Conflict(Row row, Index index) {}

  /**
   * The first conflict of a row that is to be written. Waits for transactions that have written
   * such a row, or deleted one, and have not ended; the row that is found is locked.
   *
   * @param self the row that is changed; null where a new one is written
   * @param alone whether the lock is one for changing it
   */
  Optional<Conflict> conflict(Table table, Object[] values, Row self, boolean alone) {
    for (Index index : table.indexes()) {
      if (index.isUnique() && !index.hasNull(values)) {
        Optional<Row> other = other(index, values, self, alone);
        if (other.isPresent()) {
          return other.map(row -> new Conflict(row, index));
        }
      }
    }
    return Optional.empty();
  }

  /** While a row was waited for another one may have come: then all are looked at again. */
  private Optional<Row> other(Index index, Object[] values, Row self, boolean alone) {
    boolean waited;
    do {
      waited = false;
      for (Row row : index.like(values)) {
        if (row == self) {
          continue;
        }
        boolean had = locks.holds(work, row);
        waited |= locks.acquire(work, row, alone);
        if (row.current() != null && index.isSame(row.current(), values)) {
          return Optional.of(row);
        }
        locks.releaseUnless(had, work, row);
      }
    } while (waited);
    return Optional.empty();
  }

  static Refusal duplicate(Conflict conflict) {
    return new Refusal(
        Refusal.Kind.DUPLICATE_KEY,
        "Duplicate entry for key '"
            + conflict.row().table().name()
            + "."
            + conflict.index().name()
            + "'");
  }

  /** Writes a new row, of which is known that nothing is in conflict with it. */
  void insert(Table table, Object[] values) {
    checkParents(table, null, values);
    Row row = table.primary().like(values).stream().findFirst().orElseGet(table::newRow);
    locks.acquire(work, row, true);
    work.write(row, values);
  }

  /** Changes a row, which is locked. */
  void update(Row row, Object[] values) {
    Table table = row.table();
    if (!table.children().isEmpty() && !table.primary().isSame(row.current(), values)) {
      throw Refusal.notSimulated("a change of the primary key of a parent, " + table.name());
    }
    checkParents(table, row.current(), values);
    Optional<Conflict> conflict = conflict(table, values, row, false);
    if (conflict.isPresent()) {
      throw duplicate(conflict.get());
    }
    work.write(row, values);
  }

  /** Deletes a row, which is locked, and before it all that belongs to it. */
  void delete(Row row) {
    for (ForeignKey key : row.table().children()) {
      Object parent = row.current()[row.table().primary().column(0)];
      for (Row child : children(key, parent)) {
        boolean had = locks.holds(work, child);
        locks.acquire(work, child, true);
        Object[] now = child.current();
        if (now != null && parent.equals(now[key.column()])) {
          delete(child);
        } else {
          locks.releaseUnless(had, work, child);
        }
      }
    }
    work.write(row, null);
  }

  private static Iterable<Row> children(ForeignKey key, Object parent) {
    return key.child().indexes().stream()
        .filter(index -> index.column(0) == key.column())
        .findFirst()
        .orElseThrow(() -> Refusal.notSimulated("the foreign key " + key.name() + " unindexed"))
        .between(Key.before(parent), Key.after(parent));
  }

  /** The parent is locked for others who would delete it. */
  private void checkParents(Table table, Object[] before, Object[] values) {
    for (ForeignKey key : table.parents()) {
      Object parent = values[key.column()];
      boolean same = before != null && parent != null && parent.equals(before[key.column()]);
      if (parent != null && !same && !lockParent(key, parent)) {
        throw new Refusal(
            Refusal.Kind.NO_PARENT_ROW,
            "Cannot add or update a child row: a foreign key constraint fails ("
                + key.name()
                + ")");
      }
    }
  }

  private boolean lockParent(ForeignKey key, Object parent) {
    Index primary = key.parent().primary();
    for (Row row : primary.between(Key.before(parent), Key.after(parent))) {
      locks.acquire(work, row, false);
      if (row.current() != null) {
        return true;
      }
    }
    return false;
  }
}
