package org.bora.backend.request;

import java.time.Duration;

/**
 * How long requests and pins live.
 *
 * @param pinDefault pin of a client that asks for none
 * @param pinMaximum the longest pin; also what -1 (for ever) is granted
 * @param requestDefault total request time of a client that asks for none
 * @param requestMaximum the longest total request time
 */
public record LifetimeSettings(
    Duration pinDefault, Duration pinMaximum, Duration requestDefault, Duration requestMaximum) {

  public LifetimeSettings {
    check("pinDefault", pinDefault, pinMaximum);
    check("requestDefault", requestDefault, requestMaximum);
  }

  /** Pins of 3 days, at most 21; requests of 4 hours, at most 24. */
  public static LifetimeSettings defaults() {
    return new LifetimeSettings(
        Duration.ofDays(3), Duration.ofDays(21), Duration.ofHours(4), Duration.ofHours(24));
  }

  /** The same with another pin for clients that ask for none. */
  public LifetimeSettings withPinDefault(Duration other) {
    return new LifetimeSettings(other, pinMaximum, requestDefault, requestMaximum);
  }

  /** The pin that a client gets who wants {@code seconds}; -1 is for ever, 0 the default. */
  public Duration pin(int seconds) {
    if (seconds == 0) {
      return pinDefault;
    }
    Duration wanted = Duration.ofSeconds(seconds);
    return seconds < 0 || wanted.compareTo(pinMaximum) > 0 ? pinMaximum : wanted;
  }

  private static void check(String name, Duration value, Duration maximum) {
    // Times go to clients as 32-bit seconds.
    if (maximum.compareTo(Duration.ofDays(3650)) > 0) {
      throw new IllegalArgumentException(
          "the maximum for "
              + name
              + " is "
              + maximum
              + ", allowed are up to 3650 days (PT87600H)");
    }
    if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(maximum) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are 1 s (PT1S) to its maximum " + maximum);
    }
  }
}
