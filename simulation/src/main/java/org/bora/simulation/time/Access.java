package org.bora.simulation.time;

import org.bora.simulation.schedule.Scheduler;

/** Called by the product's classes before they access shared state. */
public final class Access {
  private Access() {}

  /**
   * A scheduling point, if the thread's run may switch threads at every access.
   *
   * @param what for the trace
   */
  public static void before(String what) {
    Scheduler run = Scheduler.ofThisThread();
    if (run != null) {
      run.access(what);
    }
  }
}
