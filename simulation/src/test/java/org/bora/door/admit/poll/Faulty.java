package org.bora.door.admit.poll;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** Textbook bugs, in a package whose classes report their accesses to shared state. */
public final class Faulty {
  private final AtomicInteger count = new AtomicInteger();
  private final ReentrantLock one = new ReentrantLock();
  private final ReentrantLock other = new ReentrantLock();
  private volatile Thread sleeper;
  private volatile boolean rung;

  /** Loses an update if another one comes in between. */
  public void increment() {
    int seen = count.get();
    count.set(seen + 1);
  }

  public int count() {
    return count.get();
  }

  /** Sleeps for ever if the bell rings between the two steps. */
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

  /** No other call comes in for this long. */
  public void rest(long nanos) {
    LockSupport.parkNanos(this, nanos);
  }
}
