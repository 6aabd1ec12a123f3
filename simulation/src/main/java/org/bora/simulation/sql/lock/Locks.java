package org.bora.simulation.sql.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.bora.simulation.sql.store.Refusal;
import org.bora.simulation.sql.store.Row;

/**
 * Row locks of all transactions. Chance decides which of several waiting transactions gets a row,
 * and which transaction of a deadlock is rolled back, because the servers promise no order. Not
 * thread-safe; a wait lets other threads in.
 */
public final class Locks {
  /** The default of innodb_lock_wait_timeout. */
  static final Duration PATIENCE = Duration.ofSeconds(50);

  private final Standstill standstill;
  private final RandomGenerator random;

  public Locks(Standstill standstill, RandomGenerator random) {
    this.standstill = Objects.requireNonNull(standstill, "standstill");
    this.random = Objects.requireNonNull(random, "random");
  }

  /** Whether a transaction has locked a row, shared or exclusively. */
  public boolean holds(Work work, Row row) {
    return row.lock().isHeld(work, false);
  }

  /** Releases a row, unless the transaction held it before. */
  public void releaseUnless(boolean had, Work work, Row row) {
    if (!had) {
      release(work, row);
    }
  }

  /** Whether a transaction can lock a row now; it does not wait. */
  public boolean tryAcquire(Work work, Row row, boolean alone) {
    if (row.lock().isHeld(work, alone)) {
      return true;
    }
    if (!row.lock().inTheWayOf(work, alone).isEmpty()) {
      return false;
    }
    grant(work, row, alone);
    return true;
  }

  /**
   * Waits until the transaction has the row.
   *
   * @param alone exclusively; otherwise shared with transactions that also want to share
   * @return whether it had to wait, so that what the caller knows about the row may be outdated
   * @throws Refusal if the transaction is the victim of a deadlock, and is rolled back; if the wait
   *     took too long; or if its session was ended
   */
  public boolean acquire(Work work, Row row, boolean alone) {
    if (tryAcquire(work, row, alone)) {
      return false;
    }
    LockWait wait = new LockWait(work, row, alone);
    row.lock().waits().add(wait);
    work.waitFor(wait);
    breakDeadlocks(work);
    boolean ended = wait.isOver() || standstill.await(wait::isOver, PATIENCE);
    if (!ended && !wait.isOver()) {
      row.lock().waits().remove(wait);
      work.waitFor(null);
      throw new Refusal(
          Refusal.Kind.LOCK_WAIT_TIMEOUT, "Lock wait timeout exceeded; try restarting transaction");
    }
    if (wait.failure() != null) {
      throw wait.failure();
    }
    if (work.killed() != null) { // after it got the row, but before its thread continued
      throw work.killed();
    }
    return true;
  }

  /** Releases a row that a statement has locked and does not need. */
  public void release(Work work, Row row) {
    if (!row.isWrittenBy(work) && work.locked().remove(row)) {
      row.lock().release(work);
      passOn(row);
    }
  }

  /** Ends a transaction; its rows go to waiting transactions. */
  public void end(Work work, boolean commit) {
    if (work.isOver()) {
      return;
    }
    work.end(commit);
    List<Row> rows = List.copyOf(work.locked());
    work.locked().clear();
    rows.forEach(row -> row.lock().release(work));
    rows.forEach(this::passOn);
    standstill.changed();
  }

  /** Rolls a transaction back from outside, so that its wait fails. */
  public void kill(Work work, Refusal why) {
    LockWait wait = work.waitsFor();
    if (wait != null) {
      wait.row.lock().waits().remove(wait);
      work.waitFor(null);
      wait.fail(why);
    }
    work.kill(why);
    end(work, false);
    standstill.changed();
  }

  private void grant(Work work, Row row, boolean alone) {
    row.lock().grant(work, alone);
    work.locked().add(row);
  }

  private void passOn(Row row) {
    List<LockWait> able = new ArrayList<>();
    do {
      able.clear();
      for (LockWait wait : row.lock().waits()) {
        if (row.lock().inTheWayOf(wait.work, wait.alone).isEmpty()) {
          able.add(wait);
        }
      }
      if (!able.isEmpty()) {
        LockWait next = able.get(random.nextInt(able.size()));
        row.lock().waits().remove(next);
        next.work.waitFor(null);
        grant(next.work, row, next.alone);
        next.grant();
        standstill.changed();
      }
    } while (able.size() > 1);
  }

  /** Only a transaction that begins to wait can close a cycle. */
  private void breakDeadlocks(Work work) {
    while (work.waitsFor() != null) {
      List<Work> circle = circle(work, work, new LinkedHashSet<>());
      if (circle.isEmpty()) {
        return;
      }
      kill(circle.get(random.nextInt(circle.size())), Refusal.deadlock());
    }
  }

  /** A path from one transaction to another along the waits; empty if there is none. */
  private static List<Work> circle(Work from, Work to, Set<Work> seen) {
    LockWait wait = from.waitsFor();
    if (wait == null || !seen.add(from)) {
      return List.of();
    }
    for (Work other : wait.row.lock().inTheWayOf(from, wait.alone)) {
      if (other == to) {
        return List.of(from);
      }
      List<Work> rest = circle(other, to, seen);
      if (!rest.isEmpty()) {
        List<Work> all = new ArrayList<>(rest);
        all.add(from);
        return all;
      }
    }
    return List.of();
  }
}
