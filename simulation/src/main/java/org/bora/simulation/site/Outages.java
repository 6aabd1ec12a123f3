package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/** When the power of a site fails: every third one has cuts, some minutes after each other. */
final class Outages {
  private static final int LEAST_SECONDS = 60;
  private static final int MOST_SECONDS = 600;

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

  /** Whether it fails now. */
  boolean now() {
    if (!any || scheduler.nanos() < next) {
      return false;
    }
    again();
    return true;
  }
}
