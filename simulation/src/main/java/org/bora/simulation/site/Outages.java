package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * When the power of a site fails: every third one has cuts, some minutes after each other, and some
 * seconds after the death of a backend, which may have left something that nobody has synced.
 */
final class Outages {
  private static final int LEAST_SECONDS = 60;
  private static final int MOST_SECONDS = 600;
  private static final int AFTER_DEATHS_ONE_IN = 6;
  private static final int SOON_MILLIS = 4_000;

  private final Scheduler scheduler;
  private final Choices choices;
  private final boolean any;
  private long next;

  Outages(Scheduler scheduler, Choices choices) {
    this.scheduler = scheduler;
    this.choices = choices;
    this.any = choices.below(3) == 0;
    again();
  }

  private void again() {
    next =
        scheduler.nanos()
            + Duration.ofSeconds(LEAST_SECONDS + choices.below(MOST_SECONDS - LEAST_SECONDS))
                .toNanos();
  }

  /** A backend has died: whether the power fails, too; then it returns when that is to be. */
  boolean follows() {
    if (!any || choices.below(AFTER_DEATHS_ONE_IN) > 0) {
      return false;
    }
    scheduler.sleep(Duration.ofMillis(choices.below(SOON_MILLIS)));
    return true;
  }

  /** Whether it fails now. */
  boolean now() {
    if (!any || scheduler.nanos() < next) {
      return false;
    }
    again();
    return true;
  }
}
