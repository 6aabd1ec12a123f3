package org.bora.simulation.schedule;

import java.util.Comparator;
import java.util.NavigableSet;
import java.util.TreeSet;

/** What is to happen at which simulated time. */
final class Timers {

  /** One of them; the number makes the order of those at the same time that of their coming. */
  record Timer(long at, long number, String process, Runnable action) {}

  private final NavigableSet<Timer> timers =
      new TreeSet<>(Comparator.comparingLong(Timer::at).thenComparingLong(Timer::number));
  private long lastNumber;

  Timer add(long at, String process, Runnable action) {
    Timer timer = new Timer(at, ++lastNumber, process, action);
    timers.add(timer);
    return timer;
  }

  /** One that is not due at any time. */
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

  /** Returns whether there were any. */
  boolean fire(long now) {
    boolean any = false;
    while (!timers.isEmpty() && timers.first().at() <= now) {
      timers.pollFirst().action().run();
      any = true;
    }
    return any;
  }
}
