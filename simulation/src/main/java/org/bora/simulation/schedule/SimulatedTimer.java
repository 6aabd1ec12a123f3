package org.bora.simulation.schedule;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A timer of a process in simulated time. After its shutdown no planned task starts. */
final class SimulatedTimer extends AbstractExecutorService implements ScheduledExecutorService {
  private final Scheduler scheduler;
  private final String process;
  private final Set<Planned<?>> planned = new LinkedHashSet<>();
  private int running;
  private boolean shutDown;

  SimulatedTimer(Scheduler scheduler, String process) {
    this.scheduler = scheduler;
    this.process = process;
  }

  @Override
  public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
    return schedule(Executors.callable(command), delay, unit);
  }

  @Override
  public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
    return plan(
        new Planned<>(this, callable, Planned.ONCE), Duration.of(delay, unit.toChronoUnit()));
  }

  @Override
  public ScheduledFuture<?> scheduleAtFixedRate(
      Runnable command, long initialDelay, long period, TimeUnit unit) {
    Planned<?> task =
        new Planned<>(
            this, Executors.callable(command), new Planned.Again(period(period, unit), true));
    return plan(task, Duration.of(initialDelay, unit.toChronoUnit()));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable command, long initialDelay, long delay, TimeUnit unit) {
    Planned<?> task =
        new Planned<>(
            this, Executors.callable(command), new Planned.Again(period(delay, unit), false));
    return plan(task, Duration.of(initialDelay, unit.toChronoUnit()));
  }

  private static Duration period(long period, TimeUnit unit) {
    if (period <= 0) {
      throw new IllegalArgumentException("no period: " + period);
    }
    return Duration.of(period, unit.toChronoUnit());
  }

  private <T extends Planned<?>> T plan(T task, Duration delay) {
    if (shutDown) {
      throw new RejectedExecutionException("the timer of " + process + " was shut down");
    }
    planAgain(task, delay);
    return task;
  }

  /** Does nothing after a shutdown. */
  void planAgain(Planned<?> task, Duration delay) {
    if (!shutDown) {
      planned.add(task);
      task.due(
          scheduler.nanos() + Math.max(0, delay.toNanos()),
          scheduler.at(delay, process, () -> begin(task)));
    }
  }

  private void begin(Planned<?> task) {
    planned.remove(task);
    execute(task);
  }

  void forget(Planned<?> task, Timers.Timer timer) {
    planned.remove(task);
    scheduler.cancel(timer);
  }

  long nanos() {
    return scheduler.nanos();
  }

  @Override
  public void execute(Runnable command) {
    running++;
    scheduler.start(
        process,
        "timer",
        () -> {
          try {
            command.run();
          } finally {
            running--;
            scheduler.changed();
          }
        });
  }

  @Override
  public void shutdown() {
    shutdownNow();
  }

  @Override
  public List<Runnable> shutdownNow() {
    shutDown = true;
    List<Planned<?>> left = List.copyOf(planned);
    left.forEach(task -> task.cancel(false));
    return List.copyOf(left);
  }

  @Override
  public boolean isShutdown() {
    return shutDown;
  }

  @Override
  public boolean isTerminated() {
    return shutDown && running == 0;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return scheduler.await(this::isTerminated, Duration.of(timeout, unit.toChronoUnit()));
  }
}
