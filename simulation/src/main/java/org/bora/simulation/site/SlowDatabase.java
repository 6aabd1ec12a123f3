package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Delays the answers to some statements of one thread, as if all connections or the database were
 * busy. This may happen at any statement. It happens much more often in a call shortly before its
 * subject (such as a pin) expires; the statement is then answered after the expiry.
 */
final class SlowDatabase {
  private static final int LATE_MILLIS = 3_000;
  private static final Duration ALMOST = Duration.ofSeconds(4);

  /** One in this many statements of a call is delayed past the expiry. */
  private static final int AT_AN_END = 3;

  private static final int LEAST = 200;
  private static final int MOST = 1_000;

  private final Scheduler scheduler;
  private final Choices choices;
  private final Report report;
  private final boolean atEnds;
  private final boolean anywhere;
  private final int oneIn;

  SlowDatabase(Scheduler scheduler, Choices choices, Report report) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.report = report;
    this.atEnds = choices.below(3) > 0;
    this.anywhere = choices.below(2) == 0;
    this.oneIn = LEAST + choices.below(MOST - LEAST);
  }

  /** On a thread of a backend, before a statement. */
  void atStatement() {
    long left = Frontend.end() - scheduler.nanos();
    if (atEnds && left > 0 && left < ALMOST.toNanos() && choices.below(AT_AN_END) == 0) {
      late("a statement is answered after the end", Duration.ofNanos(left));
    } else if (anywhere && choices.below(oneIn) == 0) {
      late("a statement is answered late", Duration.ZERO);
    }
  }

  private void late(String kind, Duration least) {
    Duration time = least.plusMillis(choices.below(LATE_MILLIS));
    if (report.fault("database", kind)) {
      scheduler.sleep(time);
    }
  }
}
