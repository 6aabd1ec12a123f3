package org.bora.simulation.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The threads of a run, and which of them are ready for a step. The JDK's unblocker adds steps,
 * too, so the ready threads are guarded. All other state belongs to the thread that drives the run.
 */
final class Threads {
  record Ready(Lane lane, Runnable step) {}

  private final NavigableMap<Long, Lane> alive = new TreeMap<>();
  private final Map<Thread, Lane> byThread = new ConcurrentHashMap<>();
  private long lastNumber;

  /** The thread that made the last step; null before the first. */
  private Lane last;

  /**
   * By number of the lane, because their order of arrival is not deterministic. Guarded by itself.
   */
  private final NavigableMap<Long, Ready> ready = new TreeMap<>();

  /** Returns a thread that was not started. */
  Thread make(String process, String name, Runnable task) {
    Lane parent = byThread.get(Thread.currentThread());
    if (parent != null && parent.isDead()) {
      return makeDead(process, name, task);
    }
    Lane lane = new Lane(this, process, name, ++lastNumber);
    Thread thread = lane.make(task);
    alive.put(lane.number(), lane);
    byThread.put(thread, lane);
    return thread;
  }

  /** Returns a thread that makes no step. */
  Thread makeDead(String process, String name, Runnable task) {
    Lane lane = new Lane(this, process, name, ++lastNumber);
    lane.kill();
    return lane.make(task);
  }

  void ready(Lane lane, Runnable step) {
    synchronized (ready) {
      if (!lane.isDead()) {
        ready.put(lane.number(), new Ready(lane, step));
      }
    }
  }

  Lane current() {
    Lane lane = byThread.get(Thread.currentThread());
    if (lane == null) {
      throw new IllegalStateException(Thread.currentThread() + " is no thread of the run");
    }
    return lane;
  }

  /**
   * A number that the thread has in every run with the same choices. For other threads, the JDK's.
   */
  long number(Thread thread) {
    Lane lane = byThread.get(thread);
    return lane == null ? thread.threadId() : lane.number();
  }

  boolean knows(Thread thread) {
    return byThread.containsKey(thread);
  }

  /** Takes one of the ready threads; null if there is none. */
  Ready take(Choices choices, Predicate<Lane> mayRun) {
    synchronized (ready) {
      List<Ready> free = new ArrayList<>();
      int ofLast = -1;
      for (Ready one : ready.values()) {
        if (mayRun.test(one.lane())) {
          ofLast = one.lane().equals(last) ? free.size() : ofLast;
          free.add(one);
        }
      }
      if (free.isEmpty()) {
        return null;
      }
      Ready chosen = free.get(choices.thread(free.size(), ofLast));
      ready.remove(chosen.lane().number());
      return chosen;
    }
  }

  /** Whether a thread is ready to be taken. */
  boolean isAnyReady(Predicate<Lane> mayRun) {
    synchronized (ready) {
      return ready.values().stream().anyMatch(one -> mayRun.test(one.lane()));
    }
  }

  /** Runs the step until its thread waits or ends. */
  void run(Ready next) {
    next.step().run();
    Lane lane = next.lane();
    last = lane;
    switch (lane.thread().getState()) {
      case TERMINATED -> forget(lane);
      case TIMED_WAITING ->
          throw new SimulationException(
              "%s waits by the clock of the machine:%n%s".formatted(lane, stack(lane)));
      default -> {}
    }
    settle();
  }

  /** Returns when all threads that can continue are ready. */
  void settle() {
    if (alive.values().stream().anyMatch(this::mayComeBackLate)) {
      try {
        Unblocker.settle();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SimulationException("interrupted", e);
      }
    }
  }

  /**
   * Whether the JDK's unblocker may still hold the thread. RUNNABLE means that the thread is about
   * to be handed over.
   */
  private boolean mayComeBackLate(Lane lane) {
    return switch (lane.thread().getState()) {
      case BLOCKED -> true;
      case RUNNABLE -> !isReady(lane);
      default -> false;
    };
  }

  private boolean isReady(Lane lane) {
    synchronized (ready) {
      return ready.containsKey(lane.number());
    }
  }

  private void forget(Lane lane) {
    alive.remove(lane.number());
    byThread.remove(lane.thread());
  }

  /**
   * Kills the threads of a process: they make no further step. If the caller is one of them, its
   * current step is its last.
   */
  void kill(String process) {
    synchronized (ready) {
      alive.values().stream().filter(lane -> lane.process().equals(process)).forEach(Lane::kill);
      ready.values().removeIf(one -> one.lane().isDead());
    }
    alive.values().removeIf(Lane::isDead);
    byThread.entrySet().removeIf(one -> one.getValue().isDead() && !isCurrent(one.getKey()));
  }

  private static boolean isCurrent(Thread thread) {
    return thread.equals(Thread.currentThread());
  }

  /** Number of threads of the process that have not ended. */
  long count(String process) {
    return alive.values().stream().filter(lane -> lane.process().equals(process)).count();
  }

  /** Lists each thread with its stack. */
  String describe() {
    StringBuilder text = new StringBuilder();
    for (Lane lane : alive.values()) {
      text.append("%s %s%n%s".formatted(lane, lane.thread().getState(), stack(lane)));
    }
    return text.toString();
  }

  private static String stack(Lane lane) {
    StringBuilder text = new StringBuilder();
    for (StackTraceElement frame : lane.thread().getStackTrace()) {
      text.append("    at ").append(frame).append(System.lineSeparator());
    }
    return text.toString();
  }
}
