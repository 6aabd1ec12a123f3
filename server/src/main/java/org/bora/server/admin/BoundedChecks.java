package org.bora.server.admin;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.bora.admin.AdminRefusal;
import org.bora.backend.bulkhead.WaitingCaller;

/**
 * Limits how long an administrator waits for a filesystem or database that may hang. A hanging
 * access keeps its thread, so the number of accesses at a time is limited. Thread safe.
 */
public final class BoundedChecks {
  private final Executor beside;
  private final Duration most;
  private final Semaphore places;

  /**
   * @param beside runs checks, each of which may block
   * @param most how long to wait for a check
   * @param places largest number of concurrent checks, including hanging ones
   */
  public BoundedChecks(Executor beside, Duration most, int places) {
    this.beside = Objects.requireNonNull(beside, "beside");
    this.most = Objects.requireNonNull(most, "most");
    this.places = new Semaphore(places);
  }

  /**
   * Waits for a check.
   *
   * @throws AdminRefusal 503 if it does not end in time, or if too many are running
   */
  <T> T of(Supplier<T> look) throws AdminRefusal {
    if (!places.tryAcquire()) {
      throw silent("other queries of files still wait for their answers");
    }
    Optional<T> answer =
        WaitingCaller.unlessSilent(beside, () -> Optional.of(last(look)), most, Optional.empty());
    if (answer.isEmpty()) {
      throw silent(
          "the storage or the database gave no answer within %d s".formatted(most.toSeconds()));
    }
    return answer.get();
  }

  private <T> T last(Supplier<T> look) {
    try {
      return look.get();
    } finally {
      places.release();
    }
  }

  private static AdminRefusal silent(String why) {
    return new AdminRefusal(
        503,
        "the files cannot be queried at the moment",
        why,
        "see whether the filesystem and the database answer (bora status), then ask again");
  }
}
