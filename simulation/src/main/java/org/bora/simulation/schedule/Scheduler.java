package org.bora.simulation.schedule;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Runs the threads of several simulated processes, one step at a time. A step lasts until its
 * thread waits or comes to a {@link #point}. A choice decides which thread makes the next step.
 * There is one clock: each step takes {@link #STEP}, and when all threads wait, time leaps to the
 * next timer that is due. The same choices therefore give the same run.
 *
 * <p>Between points a thread has the machine to itself. It may use the locks, monitors, queues and
 * futures of the JDK and wait for them without a limit. Waits with a limit must use this class
 * ({@link #await}, {@link #sleep}, {@link #limited}, {@link #timer}). Those of the product's
 * classes are redirected here ({@code org.bora.simulation.time}). Other timed waits of the JDK use
 * the machine's clock and end the run with an exception.
 *
 * <p>A run is made, running ({@link #run}, once), or over. Only threads of the run may call the
 * methods, except {@code run} and the makers of clocks, threads and timers.
 */
public final class Scheduler {

  /** Time that a step takes, so that loops that poll the clock end. */
  public static final Duration STEP = Duration.ofNanos(10_000);

  private static final String OF_THE_RUN = "run";

  /** The run that a thread belongs to. */
  private static final ScopedValue<Scheduler> RUN = ScopedValue.newInstance();

  private final Choices choices;
  private final Instant start;
  private final Threads threads = new Threads();
  private final Timers timers = new Timers();
  private final Trace trace = new Trace();
  private final Set<Thread> waiting = new LinkedHashSet<>();
  private final Set<String> killed = new HashSet<>();

  /** End of each process's freeze. */
  private final Map<String, Long> frozen = new HashMap<>();

  private final SplittableRandom identifiers = new SplittableRandom(1);

  private BiConsumer<String, Thread> ends = (process, thread) -> {};
  private long nanos;
  private boolean over;
  private SimulationException failure;

  public Scheduler(Choices choices, Instant start) {
    this.choices = Objects.requireNonNull(choices, "choices");
    this.start = Objects.requireNonNull(start, "start");
  }

  /**
   * Runs until {@code main} returns; other threads are then left where they are. To be called once,
   * on a thread of the machine, which makes all the steps.
   *
   * @throws SimulationException if a thread ended with an exception, or all threads wait for each
   *     other
   */
  public void run(Runnable main) {
    start(
        OF_THE_RUN,
        "main",
        () -> {
          main.run();
          over = true;
        });
    while (!over) {
      if (timers.fire(nanos)) {
        threads.settle();
      }
      Threads.Ready next = leaps() ? null : threads.take(choices, this::mayRun);
      if (next != null) {
        trace.add(nanos, next.lane().toString(), "");
        threads.run(next);
        nanos += STEP.toNanos();
        if (next.lane().hasEnded()) {
          ends.accept(next.lane().process(), next.lane().thread());
        }
      } else if (timers.isEmpty()) {
        throw new SimulationException("all threads wait:%n%s".formatted(threads.describe()));
      } else {
        nanos = Math.max(nanos, timers.next());
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  private boolean mayRun(Lane lane) {
    return !isFrozen(lane.process());
  }

  private boolean leaps() {
    return !timers.isEmpty() && threads.isAnyReady(this::mayRun) && choices.leaps();
  }

  /** Starts a thread of a process, unless the process was killed. */
  public void start(String process, String name, Runnable task) {
    threads(process, name).newThread(task).start();
  }

  /**
   * Makes the threads of a process. An uncaught exception in one of them ends the run. The threads
   * of a killed process make no step.
   */
  public ThreadFactory threads(String process, String name) {
    return task ->
        killed.contains(process)
            ? threads.makeDead(process, name, task)
            : threads.make(process, name, () -> guarded(process, name, task));
  }

  private void guarded(String process, String name, Runnable task) {
    try {
      ScopedValue.where(RUN, this).run(task);
    } catch (Throwable e) {
      if (failure == null) {
        failure = new SimulationException("%s/%s ended with %s".formatted(process, name, e), e);
      }
    }
  }

  /** The run that the calling thread belongs to; null if there is none. */
  public static Scheduler ofThisThread() {
    return RUN.isBound() ? RUN.get() : null;
  }

  /** A scheduling point: other threads may run. The event is part of the trace. */
  @SuppressWarnings("ThreadPriorityCheck") // yields to the run's scheduler
  public void point(String what) {
    trace.add(nanos, threads.current().toString(), what);
    Thread.yield();
  }

  /** Called before the thread accesses shared state: a point if the choices say so. */
  public void access(String what) {
    if (choices.isFine()) {
      point(what);
    }
  }

  /** Replaces {@link Thread#threadId}: the same number in every run with the same choices. */
  public long number(Thread thread) {
    return threads.number(thread);
  }

  /** Replaces {@link UUID#randomUUID}: the same identifiers in every run with the same choices. */
  public UUID identifier() {
    long most = (identifiers.nextLong() & ~0xF000L) | 0x4000L;
    long least = (identifiers.nextLong() & (Long.MAX_VALUE >>> 1)) | Long.MIN_VALUE;
    return new UUID(most, least);
  }

  /**
   * Ends the run because one of its threads did something forbidden. Returns the exception to throw
   * in that thread.
   */
  public IllegalStateException refuses(String what) {
    IllegalStateException refused = new IllegalStateException(what);
    if (failure == null) {
      failure = new SimulationException(threads.current() + ": " + what, refused);
    }
    return refused;
  }

  /** Writes an event to the trace; also after the run. */
  public void note(String what) {
    boolean isOfTheRun = threads.knows(Thread.currentThread());
    trace.add(nanos, isOfTheRun ? threads.current().toString() : OF_THE_RUN, what);
  }

  /**
   * Returns when the condition holds, when this much simulated time has passed, or when the thread
   * is interrupted. The condition is evaluated after each {@link #changed}.
   *
   * @return whether the condition holds
   */
  public boolean await(BooleanSupplier condition, Duration most) {
    Thread thread = Thread.currentThread();
    long end = after(most);
    while (!condition.getAsBoolean()) {
      if (nanos >= end || thread.isInterrupted()) {
        return false;
      }
      waiting.add(thread);
      parkUntil(end, thread);
      waiting.remove(thread);
    }
    return true;
  }

  private void parkUntil(long end, Thread thread) {
    if (end == Long.MAX_VALUE) {
      LockSupport.park(this);
      return;
    }
    String process = threads.current().process();
    Timers.Timer timer = timers.add(end, process, () -> LockSupport.unpark(thread));
    LockSupport.park(this);
    timers.remove(timer);
  }

  /** A wait of the JDK without a limit. */
  @FunctionalInterface
  public interface Wait {
    void run() throws InterruptedException;
  }

  /**
   * Waits as the JDK does, for at most this much simulated time.
   *
   * @return whether the wait ended by itself
   * @throws InterruptedException if the thread was interrupted by anything but the time-out
   */
  public boolean limited(Duration most, Wait wait) throws InterruptedException {
    Thread thread = Thread.currentThread();
    boolean[] late = new boolean[1];
    Timers.Timer timer =
        timers.add(
            after(most),
            threads.current().process(),
            () -> {
              late[0] = true;
              thread.interrupt();
            });
    try {
      wait.run();
      return true;
    } catch (InterruptedException e) {
      if (late[0]) {
        return false;
      }
      throw e;
    } finally {
      timers.remove(timer);
      if (late[0]) {
        boolean ignored = Thread.interrupted(); // the interrupt came from the time-out
      }
    }
  }

  /** Waits for an unpark or interrupt, for at most this much simulated time. */
  public void park(Duration most) {
    parkUntil(after(most), Thread.currentThread());
  }

  /** To be called when conditions of waiting threads may have come to hold. */
  public void changed() {
    List<Thread> woken = new ArrayList<>(waiting);
    waiting.clear();
    woken.forEach(LockSupport::unpark);
  }

  public void sleep(Duration time) {
    await(() -> false, time);
  }

  private long after(Duration time) {
    try {
      return Math.addExact(nanos, Math.max(0, time.toNanos()));
    } catch (ArithmeticException e) {
      return Long.MAX_VALUE;
    }
  }

  /**
   * Kills a process: none of its threads makes another step and none of its timers fires, even if
   * started later. A process that is started after it needs another name.
   */
  @SuppressWarnings("ThreadPriorityCheck")
  public void kill(String process) {
    note("kills " + process);
    boolean own = threads.current().process().equals(process);
    killed.add(process);
    threads.kill(process);
    timers.kill(process);
    frozen.remove(process);
    waiting.removeIf(thread -> !threads.knows(thread));
    if (own) {
      Thread.yield();
    }
  }

  /** Freezes a process for a time, as SIGSTOP does. Its timers fire late. */
  public void freeze(String process, Duration time) {
    note("freezes " + process);
    long end = after(time);
    frozen.merge(process, end, Math::max);
    timers.add(end, OF_THE_RUN, () -> {});
  }

  /** Continues a frozen process. */
  public void thaw(String process) {
    note("thaws " + process);
    frozen.remove(process);
  }

  private boolean isFrozen(String process) {
    return frozen.getOrDefault(process, Long.MIN_VALUE) > nanos;
  }

  /** Plans an action of a process; one that was killed gets a timer that never fires. */
  Timers.Timer at(Duration delay, String process, Runnable action) {
    return killed.contains(process)
        ? timers.never(process, action)
        : timers.add(after(delay), process, action);
  }

  void cancel(Timers.Timer timer) {
    timers.remove(timer);
  }

  /** A timer that runs each planned task on a new thread of the process. */
  public ScheduledExecutorService timer(String process) {
    return new SimulatedTimer(this, process);
  }

  /** The simulated time. */
  public Clock clock() {
    return new SimulatedClock(this::now);
  }

  /** The simulated time since the start, in place of {@link System#nanoTime}. */
  public long nanos() {
    return nanos;
  }

  private Instant now() {
    return start.plusNanos(nanos);
  }

  /**
   * Sets a listener for each event of the trace; its {@code toString} is the text. Before the run.
   */
  public void tells(Consumer<Object> listener) {
    trace.tells(listener);
  }

  /** Sets a listener for each thread that ends, with its process. Before the run. */
  public void ends(BiConsumer<String, Thread> listener) {
    ends = listener;
  }

  /** Number of threads of a process that have not ended. */
  public long threads(String process) {
    return threads.count(process);
  }

  /** Number of timers of a process, including those of waits with a limit. */
  public long planned(String process) {
    return timers.count(process);
  }

  /** A hash of the run; the same choices give the same hash. */
  public String trace() {
    return trace.hash();
  }

  /** Number of events in the trace. */
  public long events() {
    return trace.events();
  }

  /** The last events of the trace, oldest first. */
  public List<String> lastEvents() {
    return trace.last();
  }
}
