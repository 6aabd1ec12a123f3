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
 * thread waits, or comes to a {@link #point}; which thread makes the next one is a choice. There is
 * one clock: each step takes {@link #STEP}, and when all threads wait, time leaps to the next thing
 * that is due. So a run is the same whenever its choices are.
 *
 * <p>Between points a thread has the machine to itself: locks, monitors, queues and futures of the
 * JDK may be used, and waited for without a limit. Waits with a limit must come here ({@link
 * #await}, {@link #sleep}, {@link #limited}, {@link #timer}), and those of the product's classes do
 * ({@code org.bora.simulation.time}); those of the JDK go by the clock of the machine, and end the
 * run with an exception.
 *
 * <p>States of a run: made, running ({@link #run}, once), over. Except for {@code run}, and the
 * makers of clocks, threads and timers, methods are for threads of the run.
 */
public final class Scheduler {

  /** What a step takes: loops that ask for the time come to an end. */
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

  /** Until when a process stands still. */
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
   * Runs until {@code main} returns; other threads are left where they stand then. Called once, on
   * a thread of the machine, which makes all the steps.
   *
   * @throws SimulationException where a thread ended with an exception, or all wait for each other
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

  /** Starts a thread of a process; not of one that was killed. */
  public void start(String process, String name, Runnable task) {
    threads(process, name).newThread(task).start();
  }

  /**
   * Makes the threads of a process. An exception that one of them does not catch ends the run. One
   * of a process that was killed makes no step.
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

  /** The run that the calling thread belongs to; null where it belongs to none. */
  public static Scheduler ofThisThread() {
    return RUN.isBound() ? RUN.get() : null;
  }

  /** Lets others work, perhaps; the event counts for the trace. */
  @SuppressWarnings("ThreadPriorityCheck") // here it is the scheduler's own
  public void point(String what) {
    trace.add(nanos, threads.current().toString(), what);
    Thread.yield();
  }

  /** The thread is about to touch what others may touch: a point, where the choices say so. */
  public void access(String what) {
    if (choices.isFine()) {
      point(what);
    }
  }

  /** In place of {@link Thread#threadId}: the same in every run of the same choices. */
  public long number(Thread thread) {
    return threads.number(thread);
  }

  /** In place of {@link UUID#randomUUID}: the same ones in every run of the same choices. */
  public UUID identifier() {
    long most = (identifiers.nextLong() & ~0xF000L) | 0x4000L;
    long least = (identifiers.nextLong() & (Long.MAX_VALUE >>> 1)) | Long.MIN_VALUE;
    return new UUID(most, least);
  }

  /** Ends the run: one of its threads does what it must not. Returns what that thread meets. */
  public IllegalStateException refuses(String what) {
    IllegalStateException refused = new IllegalStateException(what);
    if (failure == null) {
      failure = new SimulationException(threads.current() + ": " + what, refused);
    }
    return refused;
  }

  /** Writes an event into the trace; also after the run. */
  public void note(String what) {
    boolean isOfTheRun = threads.knows(Thread.currentThread());
    trace.add(nanos, isOfTheRun ? threads.current().toString() : OF_THE_RUN, what);
  }

  /**
   * Returns when the condition holds, or so much of the simulated time has passed, or the thread is
   * interrupted. The condition is looked at after each {@link #changed}.
   *
   * @return whether it holds
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
   * Waits as the JDK does, but no longer than so much of the simulated time.
   *
   * @return whether the wait ended by itself
   * @throws InterruptedException where something else than the time has interrupted the thread
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
        boolean ignored = Thread.interrupted(); // it was the time's
      }
    }
  }

  /** Waits to be unparked or interrupted, no longer than so much of the simulated time. */
  public void park(Duration most) {
    parkUntil(after(most), Thread.currentThread());
  }

  /** Conditions of those that wait may hold now. */
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
   * Kills a process: none of its threads makes a step any more, and none of its timers fires,
   * whoever starts them. One that begins after it needs another name.
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

  /** A process stands still for a time, as under SIGSTOP; what it misses comes late. */
  public void freeze(String process, Duration time) {
    note("freezes " + process);
    long end = after(time);
    frozen.merge(process, end, Math::max);
    timers.add(end, OF_THE_RUN, () -> {});
  }

  /** A process that stands still goes on. */
  public void thaw(String process) {
    note("thaws " + process);
    frozen.remove(process);
  }

  private boolean isFrozen(String process) {
    return frozen.getOrDefault(process, Long.MIN_VALUE) > nanos;
  }

  /** Never where the process was killed. */
  Timers.Timer at(Duration delay, String process, Runnable action) {
    return killed.contains(process)
        ? timers.never(process, action)
        : timers.add(after(delay), process, action);
  }

  void cancel(Timers.Timer timer) {
    timers.remove(timer);
  }

  /** Runs what is planned on threads of the process, one for each time. */
  public ScheduledExecutorService timer(String process) {
    return new SimulatedTimer(this, process);
  }

  /** The simulated time. */
  public Clock clock() {
    return new SimulatedClock(this::now);
  }

  /** The simulated time since the start, as {@link System#nanoTime} would have it. */
  public long nanos() {
    return nanos;
  }

  private Instant now() {
    return start.plusNanos(nanos);
  }

  /** Has each event of the trace told, in words that {@code toString} gives; before the run. */
  public void tells(Consumer<Object> listener) {
    trace.tells(listener);
  }

  /** Has each thread told that has come to its end, with its process; before the run. */
  public void ends(BiConsumer<String, Thread> listener) {
    ends = listener;
  }

  /** Threads of a process that have not ended. */
  public long threads(String process) {
    return threads.count(process);
  }

  /** What a process has planned, waits with a limit among it. */
  public long planned(String process) {
    return timers.count(process);
  }

  /** A hash of all that happened; the same choices lead to the same one. */
  public String trace() {
    return trace.hash();
  }

  /** How much the trace has. */
  public long events() {
    return trace.events();
  }

  /** The last events of the trace, the oldest first. */
  public List<String> lastEvents() {
    return trace.last();
  }
}
