package org.bora.backend.operation.copy;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Stops a copy, from any thread, and ends whatever it waits for. Thread safe; cannot be withdrawn.
 */
final class StopSignal {
  private final CountDownLatch raised = new CountDownLatch(1);
  private Optional<Runnable> cut = Optional.empty();

  /** Ends the effect of {@link #cutting}. */
  interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /** Stops the copy; does not block. */
  void raise() {
    Optional<Runnable> now;
    synchronized (this) {
      raised.countDown();
      now = cut;
    }
    now.ifPresent(Runnable::run);
  }

  boolean isRaised() {
    return raised.getCount() == 0;
  }

  /**
   * Has {@code how} run when the signal is raised, at once if it was before, until the result is
   * closed.
   */
  Held cutting(Runnable how) {
    synchronized (this) {
      cut = Optional.of(how);
    }
    if (isRaised()) {
      how.run();
    }
    return () -> {
      synchronized (this) {
        cut = Optional.empty();
      }
    };
  }

  /** Waits; a raised signal ends that. */
  void pause(Duration time) throws InterruptedException, CopyRefused {
    if (raised.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
      throw CopyRefused.stopped();
    }
  }
}
