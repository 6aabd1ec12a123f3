package org.bora.backend.request;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Lifetimes of requests and pins.
 *
 * @param pinDefault default lifetime of a pin
 * @param pinMaximum longest pin, also granted for -1 (for ever)
 * @param putPinMaximum longest time from a put to its srmPutDone, also granted for -1
 * @param requestDefault default total request time
 * @param requestMaximum the longest total request time
 */
public record LifetimeSettings(
    @Key(preset = "3d", least = "1s", most = "3650d") Duration pinDefault,
    @Key(preset = "21d", least = "1s", most = "3650d") Duration pinMaximum,
    @Key(preset = "3d", least = "1s", most = "3650d") Duration putPinMaximum,
    @Key(preset = "4h", least = "1s", most = "3650d") Duration requestDefault,
    @Key(preset = "1d", least = "1s", most = "3650d") Duration requestMaximum)
    implements Keys {

  public LifetimeSettings {
    // Times go to clients as 32-bit seconds.
    Keys.check(
        LifetimeSettings.class,
        pinDefault,
        pinMaximum,
        putPinMaximum,
        requestDefault,
        requestMaximum);
    check("pin", pinDefault, pinMaximum);
    check("request", requestDefault, requestMaximum);
    if (putPinMaximum.compareTo(pinMaximum) > 0) {
      throw new IllegalArgumentException(
          "put-pin-maximum is "
              + putPinMaximum
              + ", allowed are 1 s (PT1S) to pin-maximum, "
              + pinMaximum);
    }
  }

  public static LifetimeSettings defaults() {
    return Keys.defaults(LifetimeSettings.class);
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

  /** The pin for a client that requests {@code seconds}; -1 for ever, 0 for the default. */
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
    if (value.compareTo(maximum) > 0) {
      throw new IllegalArgumentException(
          "%s-default is %s, allowed are 1 s (PT1S) to %s-maximum, %s"
              .formatted(key, value, key, maximum));
    }
  }
}
