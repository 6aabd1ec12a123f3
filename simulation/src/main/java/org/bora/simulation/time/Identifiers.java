package org.bora.simulation.time;

import java.util.UUID;
import org.bora.simulation.schedule.Scheduler;

/**
 * Replaces the product's calls for random values; the values are the same in each run of a seed.
 */
public final class Identifiers {
  private Identifiers() {}

  /** Replaces {@link UUID#randomUUID}. */
  public static UUID randomUUID() {
    Scheduler run = Scheduler.ofThisThread();
    return run == null ? UUID.randomUUID() : run.identifier();
  }
}
