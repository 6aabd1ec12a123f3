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

/** Writes rows: keeps keys unique and children with their parents, and takes the locks for that. */
final class RowChanges {
  private final Locks locks;
  private final Work work;

  RowChanges(Run run) {
    this.locks = run.locks();
    this.work = run.work();
  }

  /** Another row with the same value in a unique index. */
  record Conflict(Row row, Index index) {}

  /**
   * Finds the first conflict of a row to be written. Waits for open transactions that have written
   * or deleted such a row. The conflicting row is locked.
   *
   * @param self the row that is changed; null for a new row
   * @param alone whether the row is locked for a change
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

  /** During a wait for a row another one may appear; then all indexes are checked again. */
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

  /** Inserts a row that is known to have no conflict. */
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

  /** Deletes a row, which is locked, after its children. */
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

  /** The parent is locked against deletion by other transactions. */
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
