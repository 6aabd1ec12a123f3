package org.bora.simulation.schedule;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A task that a timer will start. */
final class Planned<V> extends FutureTask<V> implements ScheduledFuture<V> {

  /**
   * When a task is repeated.
   *
   * @param every the interval
   * @param fromBegin whether the interval runs from the planned start; otherwise from the end
   */
  record Again(Duration every, boolean fromBegin) {}

  static final Again ONCE = new Again(Duration.ZERO, false);

  private final SimulatedTimer timer;
  private final Again again;
  private long at;
  private Timers.Timer entry;

  Planned(SimulatedTimer timer, Callable<V> task, Again again) {
    super(task);
    this.timer = timer;
    this.again = again;
  }

  void due(long nanos, Timers.Timer entered) {
    this.at = nanos;
    this.entry = entered;
  }

  @Override
  public void run() {
    if (again.equals(ONCE)) {
      super.run();
    } else if (runAndReset()) {
      long from = again.fromBegin() ? at : timer.nanos();
      timer.planAgain(this, again.every().plusNanos(from - timer.nanos()));
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    timer.forget(this, entry);
    return super.cancel(mayInterruptIfRunning);
  }

  @Override
  public long getDelay(TimeUnit unit) {
    return unit.convert(at - timer.nanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public int compareTo(Delayed other) {
    return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
