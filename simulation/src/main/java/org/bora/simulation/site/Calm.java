package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Some minutes without troubles that a client may feel, between others with them. What was broken
 * before has settled after a while; from then on each call is answered, and answered well. In some
 * of these stretches the database still loses answers and rolls back, which backends hide from
 * their clients.
 */
final class Calm {
  /** What a frontend waits at most, and somewhat more. */
  private static final Duration SETTLING = Duration.ofSeconds(90);

  private static final int LEAST_TROUBLED = 120;
  private static final int MOST_TROUBLED = 480;
  private static final int LEAST_CALM = 180;
  private static final int MOST_CALM = 420;

  /** Between two hidden troubles, so that no call meets all of them. */
  private static final Duration GAP = Duration.ofSeconds(8);

  private final Scheduler scheduler;
  private final Choices choices;
  private long begins;
  private long ends;
  private boolean whole;
  private long nextHidden;

  Calm(Scheduler scheduler, Choices choices) {
    this.scheduler = scheduler;
    this.choices = choices;
    next();
  }

  private void next() {
    begins = ends + seconds(LEAST_TROUBLED, MOST_TROUBLED);
    ends = begins + seconds(LEAST_CALM, MOST_CALM);
    whole = choices.below(2) == 0;
  }

  private long seconds(int least, int most) {
    return Duration.ofSeconds(least + choices.below(most - least)).toNanos();
  }

  private void look() {
    while (scheduler.nanos() >= ends) {
      next();
    }
  }

  /** Whether nothing happens now that a client may feel. */
  boolean isNow() {
    look();
    return scheduler.nanos() >= begins;
  }

  /**
   * Whether neither a fault happens now nor has one since {@code nanos}, but for clocks of backends
   * that leap.
   */
  boolean isWholeSince(long nanos) {
    return isStrictSince(nanos) && whole;
  }

  /** How long troubles may last; zero where it is calm. */
  Duration left() {
    look();
    return Duration.ofNanos(Math.max(0, begins - scheduler.nanos()));
  }

  /** No longer than until it is calm. */
  Duration within(Duration time) {
    return time.compareTo(left()) < 0 ? time : left();
  }

  /** Whether what began then, and ends now, has met no trouble. */
  boolean isStrictSince(long nanos) {
    return isNow() && nanos >= begins + SETTLING.toNanos();
  }

  /** Whether something may happen that backends hide. */
  boolean allowsHidden() {
    if (!isNow()) {
      return true;
    }
    if (whole || scheduler.nanos() < nextHidden) {
      return false;
    }
    nextHidden = scheduler.nanos() + GAP.toNanos();
    return true;
  }
}
