package org.bora.door.admit.turn;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Turns for the processor time that a call needs before it can queue by class of work: to read its
 * XML. Callers take turns, and the calls of each caller keep their order. Otherwise a thousand
 * connections of one caller would be read before a later one of another caller.
 *
 * <p>A turn is short and never waits for anything, so nothing is refused here; the number of calls
 * is limited before. If nothing waits, a turn costs two short locks. Thread safe.
 */
public final class CallerTurns {

  private final ReentrantLock lock = new ReentrantLock();

  /** Each is given a permit with its turn. Nothing waits while a place is free. */
  private final FairQueue<Semaphore> line = new FairQueue<>();

  private int free;

  /**
   * @param places turns at the same time; as many as there are processors keep all of them busy
   */
  public CallerTurns(int places) {
    if (places < 1) {
      throw new IllegalArgumentException(places + " places, at least 1 is needed");
    }
    this.free = places;
  }

  /** A place at the processors, until it is closed; more than once does no harm. */
  public final class Turn implements AutoCloseable {
    private final AtomicBoolean held = new AtomicBoolean(true);

    private Turn() {}

    @Override
    public void close() {
      if (held.getAndSet(false)) {
        giveBack();
      }
    }
  }

  /** Waits for a turn; until it is closed its call waits for nothing else. */
  public Turn turn(String caller) {
    take(caller);
    return new Turn();
  }

  private void take(String caller) {
    Semaphore turn = new Semaphore(0);
    lock.lock();
    try {
      if (free > 0) {
        free--;
        return;
      }
      line.add("", 1, caller, turn);
    } finally {
      lock.unlock();
    }
    turn.acquireUninterruptibly(); // soon, and a place that is lost would be lost for ever
  }

  private void giveBack() {
    lock.lock();
    try {
      if (line.isEmpty()) {
        free++;
      } else {
        line.next().release();
      }
    } finally {
      lock.unlock();
    }
  }

  /** How many calls wait for their turn. */
  int waiting() {
    lock.lock();
    try {
      return line.size();
    } finally {
      lock.unlock();
    }
  }

  /** Free places. */
  int free() {
    lock.lock();
    try {
      return free;
    } finally {
      lock.unlock();
    }
  }
}
