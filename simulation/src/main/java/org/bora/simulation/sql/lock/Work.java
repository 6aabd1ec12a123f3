package org.bora.simulation.sql.lock;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.simulation.sql.store.Changes;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Row;

/** A transaction: its changes, and the rows that it has locked. */
public final class Work {
  private final String owner;
  private final List<Change> changes = new ArrayList<>();
  private final Set<Row> locked = new LinkedHashSet<>();
  private LockWait wait;
  private boolean over;
  private Refusal killed;

  /** The earlier state of a row. Nothing compares these records. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Change(Row row, Object[] before) {}

  /**
   * Begins a transaction.
   *
   * @param owner the session, for people to read
   */
  public Work(String owner) {
    this.owner = owner;
  }

  /** Whether the transaction was committed or rolled back. */
  public boolean isOver() {
    return over;
  }

  public boolean hasChanges() {
    return !changes.isEmpty();
  }

  /** Changes a row that the transaction has locked; null deletes it. */
  public void write(Row row, Object[] values) {
    changes.add(new Change(row, row.current()));
    row.table().write(row, values, this);
  }

  /** A mark that {@link #undoTo} returns to. */
  public int mark() {
    return changes.size();
  }

  /** Undoes the changes of a statement; locks stay. */
  public void undoTo(int mark) {
    while (changes.size() > mark) {
      Change last = changes.removeLast();
      last.row().table().write(last.row(), last.before(), this);
    }
  }

  /** Reports what a commit would change. */
  public void tell(Changes listener) {
    List<Changes.Change> all =
        locked.stream()
            .filter(row -> row.isWrittenBy(this))
            .map(Row::change)
            .flatMap(Optional::stream)
            .toList();
    if (!all.isEmpty()) {
      listener.commits(all);
    }
  }

  void end(boolean commit) {
    for (Row row : locked) {
      if (row.isWrittenBy(this)) {
        if (commit) {
          row.table().commit(row);
        } else {
          row.table().rollback(row);
        }
      }
    }
    changes.clear();
    over = true;
  }

  void kill(Refusal why) {
    killed = why;
  }

  /** Why the transaction was rolled back from outside; null if it was not. */
  Refusal killed() {
    return killed;
  }

  Set<Row> locked() {
    return locked;
  }

  LockWait waitsFor() {
    return wait;
  }

  void waitFor(LockWait what) {
    wait = what;
  }

  @Override
  public String toString() {
    return owner;
  }
}
