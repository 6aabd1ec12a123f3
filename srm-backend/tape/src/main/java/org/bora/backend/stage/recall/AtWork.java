package org.bora.backend.stage.recall;

import java.time.Duration;

/** Counts running work. Thread safe. */
final class AtWork {
  private int count;

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    if (count == 0) {
      notifyAll();
    }
  }

  synchronized int count() {
    return count;
  }

  /** Whether nothing runs any more, at the end of {@code patience} at the latest. */
  synchronized boolean await(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (count > 0) {
      long left = (end - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }
}
