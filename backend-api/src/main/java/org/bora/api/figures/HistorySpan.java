package org.bora.api.figures;

import java.time.Duration;
import java.time.Instant;

/** The length of a site's history, and of the intervals that it consists of. */
public enum HistorySpan {
  /** A day, in stretches of five minutes. */
  DAY(Duration.ofMinutes(5), Duration.ofDays(1)),
  /** A month, in stretches of two hours. */
  MONTH(Duration.ofHours(2), Duration.ofDays(31));

  private final Duration stretch;
  private final Duration reach;

  HistorySpan(Duration stretch, Duration reach) {
    this.stretch = stretch;
    this.reach = reach;
  }

  /** How long one stretch is. */
  public Duration stretch() {
    return stretch;
  }

  /** How long a stretch is kept. */
  public Duration reach() {
    return reach;
  }

  /** When the stretch began that a moment lies in. All processes agree on that. */
  public Instant begin(Instant moment) {
    long millis = stretch.toMillis();
    return Instant.ofEpochMilli(Math.floorDiv(moment.toEpochMilli(), millis) * millis);
  }
}
