package org.bora.simulation.site;

import java.time.Duration;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;

/**
 * Power failures of a site. In every third site the power fails every few minutes, and also within
 * seconds of some deaths of backends, which may have left unsynced changes.
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

  /** Whether the power fails after the death of a backend. If so, waits until it is to fail. */
  boolean follows() {
    if (!any || choices.below(AFTER_DEATHS_ONE_IN) > 0) {
      return false;
    }
    scheduler.sleep(Duration.ofMillis(choices.below(SOON_MILLIS)));
    return true;
  }

  /** Whether the power fails now. */
  boolean now() {
    if (!any || scheduler.nanos() < next) {
      return false;
    }
    again();
    return true;
  }
}
