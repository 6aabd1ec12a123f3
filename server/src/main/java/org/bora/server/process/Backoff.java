package org.bora.server.process;

import java.time.Duration;

/**
 * How long to wait before a dead process is started again: at first almost no time, then twice as
 * long after each early death, up to a limit.
 *
 * @param first pause after the first death
 * @param longest upper limit of the pause
 * @param calm after a process has lived this long, the next pause is the first one again
 */
public record Backoff(Duration first, Duration longest, Duration calm) {

  public Backoff {
    if (first.isNegative() || first.isZero() || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "pauses "
              + first
              + " to "
              + longest
              + ": the first must be positive, the longest no less");
    }
  }

  /** 200 ms, 400 ms ... 30 s; a minute of life is calm. */
  public static Backoff defaults() {
    return new Backoff(Duration.ofMillis(200), Duration.ofSeconds(30), Duration.ofMinutes(1));
  }

  boolean isCalm(Duration lived) {
    return lived.compareTo(calm) >= 0;
  }

  /**
   * The pause before the next start.
   *
   * @param deaths early ones in a row, at least 1
   */
  Duration pause(int deaths) {
    Duration pause = first;
    for (int i = 1; i < deaths && pause.compareTo(longest) < 0; i++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(longest) < 0 ? pause : longest;
  }
}
