package org.bora.backend.serve;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Admits and counts calls, and refuses new ones while it is closed. It can be closed and opened any
 * number of times. Thread safe.
 */
final class CallGate {

  private final AtomicInteger inside = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();

  /** How many wait for the last to leave. */
  private final AtomicInteger waiting = new AtomicInteger();

  private volatile boolean shut;

  /** Whether a call may begin; if so it must {@link #leave}. */
  boolean enter() {
    // Counted first: a thread that shuts the gate after this look at it sees the call inside.
    inside.incrementAndGet();
    if (!shut) {
      return true;
    }
    leave();
    return false;
  }

  /** One that is inside stays for longer than its thread; must {@link #leave} once more. */
  void stay() {
    inside.incrementAndGet();
  }

  void leave() {
    // Counted down before it is asked who waits: a waiting thread looks at the count after saying
    // so.
    if (inside.decrementAndGet() == 0 && waiting.get() > 0) {
      lock.lock();
      try {
        left.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }

  void shut() {
    shut = true;
  }

  void open() {
    shut = false;
  }

  /** How many calls are inside. */
  int inside() {
    return inside.get();
  }

  /** Waits until no call is inside; false where one still is by then. */
  boolean awaitEmpty(Duration patience) throws InterruptedException {
    long nanos = patience.toNanos();
    lock.lock();
    waiting.incrementAndGet();
    try {
      while (inside.get() > 0) {
        if (nanos <= 0) {
          return false;
        }
        nanos = left.awaitNanos(nanos);
      }
      return true;
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
    }
  }
}
