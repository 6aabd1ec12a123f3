package org.bora.backend.stage.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A result that is valid for a period, and is not computed again before its end. If the clock is
 * set back to before {@code from}, the result is no longer valid, because its age is unknown.
 *
 * @param found the result; null if nothing is known
 */
record ForAWhile<T>(Instant from, Instant until, T found) {
  static <T> ForAWhile<T> nothing() {
    return new ForAWhile<>(Instant.EPOCH, Instant.EPOCH, null);
  }

  static <T> ForAWhile<T> of(T found, Instant from, Duration length) {
    return new ForAWhile<>(from, from.plus(length), found);
  }

  /** Empty where nothing is known at this time. */
  Optional<T> at(Instant now) {
    return !now.isBefore(from) && now.isBefore(until) ? Optional.of(found) : Optional.empty();
  }
}
