package org.bora.door.admit.poll;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Textbook faults, in a package whose classes say where they touch what threads share. */
public final class Faulty {
  private final AtomicInteger count = new AtomicInteger();
  private final ReentrantLock one = new ReentrantLock();
  private final ReentrantLock other = new ReentrantLock();
  private volatile Thread sleeper;
  private volatile boolean rung;

  /** Loses an update where another comes between. */
  public void increment() {
    int seen = count.get();
    count.set(seen + 1);
  }

  public int count() {
    return count.get();
  }

  /** Sleeps for good where the bell rings between both steps. */
  public void sleepUntilRung() {
    if (!rung) {
      sleeper = Thread.currentThread();
      LockSupport.park(this);
    }
  }

  public void ring() {
    rung = true;
    LockSupport.unpark(sleeper);
  }

  public void inOrder() {
    both(one, other);
  }

  public void inTheOtherOrder() {
    both(other, one);
  }

  private static void both(ReentrantLock first, ReentrantLock second) {
    first.lock();
    try {
      second.lockInterruptibly();
      second.unlock();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      first.unlock();
    }
  }

  /** Nobody comes in for so long. */
  public void rest(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }
}
