package org.bora.backend.request;

import java.time.Duration;

/**
 * How long requests and pins live.
 *
 * @param pinDefault pin of a client that asks for none
 * @param pinMaximum the longest pin; also what -1 (for ever) is granted
 * @param putPinMaximum the longest time that a put gets for its srmPutDone; also what -1 is granted
 * @param requestDefault total request time of a client that asks for none
 * @param requestMaximum the longest total request time
 */
public record LifetimeSettings(
    Duration pinDefault,
    Duration pinMaximum,
    Duration putPinMaximum,
    Duration requestDefault,
    Duration requestMaximum) {

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(3650);

  public LifetimeSettings {
    check("pin", pinDefault, pinMaximum);
    check("request", requestDefault, requestMaximum);
    if (putPinMaximum.compareTo(SHORTEST) < 0 || putPinMaximum.compareTo(pinMaximum) > 0) {
      throw new IllegalArgumentException(
          "put-pin-maximum is "
              + putPinMaximum
              + ", allowed are 1 s (PT1S) to pin-maximum, "
              + pinMaximum);
    }
  }

  /** Pins of 3 days, at most 21, of puts at most 3; requests of 4 hours, at most 24. */
  public static LifetimeSettings defaults() {
    return new LifetimeSettings(
        Duration.ofDays(3),
        Duration.ofDays(21),
        Duration.ofDays(3),
        Duration.ofHours(4),
        Duration.ofHours(24));
  }

  /** The same with another pin for clients that ask for none. */
  public LifetimeSettings withPinDefault(Duration other) {
    return new LifetimeSettings(other, pinMaximum, putPinMaximum, requestDefault, requestMaximum);
  }

  /** The same for a put, which holds a name and perhaps room while nothing is written. */
  public Duration putPin(int seconds) {
    Duration granted = pin(seconds);
    return granted.compareTo(putPinMaximum) > 0 ? putPinMaximum : granted;
  }

  /** The pin that a client gets who wants {@code seconds}; -1 is for ever, 0 the default. */
  public Duration pin(int seconds) {
    if (seconds == 0) {
      return pinDefault;
    }
    Duration wanted = Duration.ofSeconds(seconds);
    return seconds < 0 || wanted.compareTo(pinMaximum) > 0 ? pinMaximum : wanted;
  }

  /**
   * @param key how the keys of the configuration begin, {@code KEY-default} and {@code KEY-maximum}
   */
  private static void check(String key, Duration value, Duration maximum) {
    // Times go to clients as 32-bit seconds.
    if (maximum.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          key + "-maximum is " + maximum + ", allowed are up to 3650 days (PT87600H)");
    }
    if (value.compareTo(SHORTEST) < 0 || value.compareTo(maximum) > 0) {
      throw new IllegalArgumentException(
          "%s-default is %s, allowed are 1 s (PT1S) to %s-maximum, %s"
              .formatted(key, value, key, maximum));
    }
  }
}
