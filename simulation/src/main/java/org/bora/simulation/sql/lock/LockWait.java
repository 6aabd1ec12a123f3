package org.bora.simulation.sql.lock;

import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Row;

/** A transaction that waits for a row. */
final class LockWait {
  final Work work;
  final Row row;
  final boolean alone;

  /** Read by the waiting thread, without the database's own lock. */
  private volatile boolean over;

  private Refusal failure;

  LockWait(Work work, Row row, boolean alone) {
    this.work = work;
    this.row = row;
    this.alone = alone;
  }

  boolean isOver() {
    return over;
  }

  void grant() {
    over = true;
  }

  void fail(Refusal why) {
    failure = why;
    over = true;
  }

  /** Why the wait ended without the row; null if it has the row. */
  Refusal failure() {
    return failure;
  }
}
