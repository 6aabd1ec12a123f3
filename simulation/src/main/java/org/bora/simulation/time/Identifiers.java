package org.bora.simulation.time;

import java.util.UUID;
import org.bora.simulation.schedule.Scheduler;

/** What calls of the product for something random become: the same in each run of a seed. */
public final class Identifiers {
  private Identifiers() {}

  /** {@link UUID#randomUUID}. */
  public static UUID randomUUID() {
    Scheduler run = Scheduler.ofThisThread();
    return run == null ? UUID.randomUUID() : run.identifier();
  }
}
