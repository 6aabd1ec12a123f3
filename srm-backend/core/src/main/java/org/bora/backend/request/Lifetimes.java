package org.bora.backend.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntFunction;

/**
 * The times granted to a request (GFD.129 section 1.20: seconds, -1 is for ever).
 *
 * @param total total request time; 0: each file is tried once
 * @param pin lifetime of a TURL
 */
public record Lifetimes(Duration total, Duration pin) {

  /** Granted times, or a sentence that tells the client which time is impossible. */
  public sealed interface Granted {
    record Yes(Lifetimes lifetimes) implements Granted {}

    record No(String reason) implements Granted {}
  }

  /**
   * The granted lifetime. It may be shorter than requested, never longer; "for ever" becomes the
   * maximum. A pin of 0 means the default.
   */
  public static Granted grant(
      LifetimeSettings settings, OptionalInt wantedTotal, OptionalInt wantedPin) {
    return grant(settings, wantedTotal, wantedPin, settings::pin);
  }

  /** The same for a put. */
  public static Granted grantPut(
      LifetimeSettings settings, OptionalInt wantedTotal, OptionalInt wantedPin) {
    return grant(settings, wantedTotal, wantedPin, settings::putPin);
  }

  private static Granted grant(
      LifetimeSettings settings,
      OptionalInt wantedTotal,
      OptionalInt wantedPin,
      IntFunction<Duration> pin) {
    // A negative total is an error even if it is -1 (GFD.129 section 5.2.1 m).
    if (wantedTotal.orElse(0) < 0) {
      return new Granted.No(
          "desiredTotalRequestTime is " + wantedTotal.getAsInt() + ", allowed are 0 s and more");
    }
    Optional<String> wrongPin = wrong("pin lifetime", wantedPin);
    if (wrongPin.isPresent()) {
      return new Granted.No(wrongPin.get());
    }
    Duration total =
        wantedTotal.isPresent()
            ? shorter(Duration.ofSeconds(wantedTotal.getAsInt()), settings.requestMaximum())
            : settings.requestDefault();
    return new Granted.Yes(new Lifetimes(total, pin.apply(wantedPin.orElse(0))));
  }

  /** Why a lifetime is invalid; empty if it is valid. */
  public static Optional<String> wrong(String name, OptionalInt seconds) {
    return seconds.orElse(0) < -1
        ? Optional.of(
            "the " + name + " is " + seconds.getAsInt() + ", allowed are -1 (for ever) and more")
        : Optional.empty();
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Whole seconds from now until then, never negative. */
  public static int secondsLeft(Instant now, Instant until) {
    return Math.clamp(Duration.between(now, until).toSeconds(), 0, Integer.MAX_VALUE);
  }
}
