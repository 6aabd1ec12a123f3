package org.bora.simulation;

import java.time.Duration;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.bora.simulation.schedule.Scheduler;
import org.bora.simulation.sql.Pauses;

/** Pauses of a database under a scheduler: each statement is a scheduling point. */
public final class ScheduledPauses implements Pauses {
  private final Scheduler scheduler;

  public ScheduledPauses(Scheduler scheduler) {
    this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
  }

  @Override
  public void before(String process, String what) {
    scheduler.point(what);
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration most) {
    return scheduler.await(condition, most);
  }

  @Override
  public void changed() {
    scheduler.changed();
  }
}
