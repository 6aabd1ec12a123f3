package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Calm periods of some minutes, without faults that clients notice, between periods with them.
 * After a settling time every call is answered, and not with an internal error. In half of the calm
 * periods the database still loses commit answers and rolls back deadlocks, which backends hide
 * from their clients.
 */
final class Calm {
  /** Slightly more than the longest time that a frontend waits. */
  private static final Duration SETTLING = Duration.ofSeconds(90);

  private static final int LEAST_TROUBLED = 120;
  private static final int MOST_TROUBLED = 480;
  private static final int LEAST_CALM = 180;
  private static final int MOST_CALM = 420;

  /** Shortest time between two hidden faults, so that no call meets all of them. */
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

  /** Whether it is calm now: no fault happens that clients notice. */
  boolean isNow() {
    look();
    return scheduler.nanos() >= begins;
  }

  /**
   * Whether the site has been calm since {@code nanos}, without hidden faults either. Only the
   * clocks of backends may leap.
   */
  boolean isWholeSince(long nanos) {
    return isStrictSince(nanos) && whole;
  }

  /** How long faults may last; zero in a calm period. */
  Duration left() {
    look();
    return Duration.ofNanos(Math.max(0, begins - scheduler.nanos()));
  }

  /** Limits a time to what remains until the next calm period. */
  Duration within(Duration time) {
    return time.compareTo(left()) < 0 ? time : left();
  }

  /** Whether a call that began at {@code nanos} and ends now has met no fault. */
  boolean isStrictSince(long nanos) {
    return isNow() && nanos >= begins + SETTLING.toNanos();
  }

  /** Whether a hidden fault may happen now. */
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
