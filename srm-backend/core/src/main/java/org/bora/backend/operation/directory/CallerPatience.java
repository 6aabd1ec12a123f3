package org.bora.backend.operation.directory;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.bora.api.BackendFailure;

/** How long a caller still waits. Work for a caller who has left is abandoned. */
final class CallerPatience implements ListingPatience {

  private final Clock clock;
  private final Instant deadline;

  /**
   * @param margin time that the reply needs on its way back
   */
  CallerPatience(Clock clock, Instant deadline, Duration margin) {
    this.clock = clock;
    this.deadline = deadline.minus(margin);
  }

  boolean isOver() {
    return !clock.instant().isBefore(deadline);
  }

  @Override
  public void check() {
    if (isOver()) {
      throw new BackendFailure(
          BackendFailure.Kind.TIMED_OUT, "the listing took longer than the caller waits", null);
    }
  }
}
