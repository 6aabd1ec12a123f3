package org.bora.backend.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bora.api.BackendFailure;

/**
 * Lets as many calls to a pool at once as it has connections, in the order in which they came. Who
 * would wait longer than he may is told so while he still listens; the pool itself knows no
 * deadlines. Thread safe.
 */
final class Turnstile {
  private final Semaphore places;

  Turnstile(int connections) {
    this.places = new Semaphore(connections, true);
  }

  /**
   * Waits for a place; {@link #leave} gives it back.
   *
   * @throws BackendFailure (transient) where there is none within {@code most}, and where the
   *     thread is interrupted: the caller waits no more
   */
  void enter(Duration most) {
    try {
      if (places.tryAcquire(Math.max(0, most.toNanos()), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new BackendFailure(
        BackendFailure.Kind.TRANSIENT, "all connections to the database are busy, try again", null);
  }

  /** About how many wait for a place. */
  int waiting() {
    return places.getQueueLength();
  }

  void leave() {
    places.release();
  }
}
