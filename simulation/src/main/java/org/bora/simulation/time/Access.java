package org.bora.simulation.time;

import org.bora.simulation.schedule.Scheduler;

/** What classes of the product call before they touch what threads share. */
public final class Access {
  private Access() {}

  /**
   * For a thread of a run that may have others take turns anywhere, a point where they may.
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
