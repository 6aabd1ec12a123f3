package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * When refused clients should try again: up to a quarter earlier or later than the estimate, so
 * that clients refused at the same time do not return at the same time. In whole seconds, as
 * clients read them.
 */
public record RetryTimes(RandomGenerator random) {
  private static final double SPREAD = 0.25;

  /** Clients give up rather than wait longer, and the estimate is useless beyond this time. */
  private static final double MOST_SECONDS = 600;

  public RetryTimes {
    Objects.requireNonNull(random, "random");
  }

  /** At least a second. */
  public Duration after(Duration estimate) {
    double seconds = Math.min(estimate.toMillis() / 1000.0, MOST_SECONDS);
    double spread = seconds * (1 - SPREAD + 2 * SPREAD * random.nextDouble());
    return Duration.ofSeconds(Math.max(1, Math.round(spread)));
  }
}
