package org.bora.backend.stage.buffer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What was found, from one time to another: until then it is believed and not looked for again.
 * Where the clock is set back to before {@code from}, it is not believed any more, for nobody knows
 * how old it is.
 *
 * @param found what was found; null where nothing is known
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
