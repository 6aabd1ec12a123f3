package org.bora.it.conformance;

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/** How many rows are played at once; one that only waits for time to pass does not count. */
final class Turns {
  private final Semaphore free;

  Turns(int atOnce) {
    free = new Semaphore(atOnce, true);
  }

  /** A row's turn: it ends with the row, or when the row begins to wait. */
  static final class Turn implements AutoCloseable {
    private final Semaphore free;
    private final AtomicBoolean held = new AtomicBoolean(true);

    private Turn(Semaphore free) {
      this.free = free;
    }

    @Override
    public void close() {
      if (held.getAndSet(false)) {
        free.release();
      }
    }
  }

  Turn take() throws InterruptedException {
    free.acquire();
    return new Turn(free);
  }
}
