package org.bora.backend.database;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.bora.api.BackendFailure;

/**
 * Admits as many calls to a pool at once as it has connections, in the order of arrival. A call
 * that would have to wait beyond its deadline is refused in time; the pool itself knows no
 * deadlines. Thread safe.
 */
final class Turnstile {
  private final Semaphore places;

  Turnstile(int connections) {
    this.places = new Semaphore(connections, true);
  }

  /**
   * Waits for a place; {@link #leave} returns it.
   *
   * @throws BackendFailure (transient) if there is none within {@code most}, or if the thread is
   *     interrupted because the caller waits no longer
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
