package org.bora.backend.pin;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The recorded times of a pin, for clients that show them.
 *
 * @param began when a batch first took its file. A pin that came later began when it came. Absent
 *     where nothing was read for it
 * @param ended when it stopped waiting, or its file was taken away after that
 */
public record PinTimes(Optional<Instant> began, Optional<Instant> ended) {
  /** Of a pin that waits for something to begin. */
  static final PinTimes NONE = new PinTimes(Optional.empty(), Optional.empty());

  public PinTimes {
    Objects.requireNonNull(began, "began");
    Objects.requireNonNull(ended, "ended");
  }

  PinTimes begunAt(Instant begin) {
    return new PinTimes(Optional.of(began.orElse(begin)), ended);
  }

  PinTimes endedAt(Instant end) {
    return new PinTimes(began, Optional.of(end));
  }
}
