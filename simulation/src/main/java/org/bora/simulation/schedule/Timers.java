package org.bora.simulation.schedule;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Timers in simulated time. */
final class Timers {

  /** A timer. The number orders timers that are due at the same time by their creation. */
  record Timer(long at, long number, String process, Runnable action) {}

  private final NavigableSet<Timer> timers =
      new TreeSet<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
  private long lastNumber;

  Timer add(long at, String process, Runnable action) {
    Timer timer = new Timer(at, ++lastNumber, process, action);
    timers.add(timer);
    return timer;
  }

  /** A timer that is never due. */
  Timer never(String process, Runnable action) {
    return new Timer(Long.MAX_VALUE, ++lastNumber, process, action);
  }

  void remove(Timer timer) {
    timers.remove(timer);
  }

  void kill(String process) {
    timers.removeIf(timer -> timer.process().equals(process));
  }

  long count(String process) {
    return timers.stream().filter(timer -> timer.process().equals(process)).count();
  }

  boolean isEmpty() {
    return timers.isEmpty();
  }

  long next() {
    return timers.first().at();
  }

  /** Runs the timers that are due. Returns whether there were any. */
  boolean fire(long now) {
    boolean any = false;
    while (!timers.isEmpty() && timers.first().at() <= now) {
      timers.pollFirst().action().run();
      any = true;
    }
    return any;
  }
}
