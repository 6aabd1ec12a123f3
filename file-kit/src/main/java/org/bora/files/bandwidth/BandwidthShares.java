package org.bora.files.bandwidth;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Decides the order of turns on a line of fixed rate. Times are nanoseconds of a clock with any
 * origin ({@link System#nanoTime}). Not thread safe.
 *
 * @param <T> what waits for a turn
 */
final class BandwidthShares<T> {
  /** Turns begin so much early: this keeps the line busy while threads wake up. */
  static final long AHEAD_NANOS = 50_000_000;

  private static final double NANOS = 1e9;
  private static final int FEW_CALLERS = 500;

  /**
   * One turn.
   *
   * @param start its position: the bytes that each always waiting caller has had when the turn is
   *     due
   * @param number order of arrival
   */
  record Turn<T>(T who, int bytes, long start, long number) {}

  private final PriorityQueue<Turn<T>> waiting =
      new PriorityQueue<>(
          Comparator.comparingLong((Turn<T> turn) -> turn.start()).thenComparingLong(Turn::number));

  /** Where the next turn of each caller begins, in the units of {@link Turn#start}. */
  private final Map<String, Long> served = new HashMap<>();

  private int mostServed = FEW_CALLERS;
  private long progress;
  private long entered;
  private boolean used;
  private long freeNanos;

  /** Enters a turn behind those of its caller. */
  Turn<T> enter(String caller, T who, int bytes, long now) {
    if (!used || (waiting.isEmpty() && freeNanos - now <= 0)) {
      used = true;
      freeNanos = now;
      served.clear();
    }
    if (served.size() >= mostServed) {
      served.values().removeIf(next -> next <= progress);
      mostServed = FEW_CALLERS + 2 * served.size();
    }
    long start = Math.max(progress, served.getOrDefault(caller, 0L));
    served.put(caller, start + bytes);
    Turn<T> turn = new Turn<>(who, bytes, start, entered++);
    waiting.add(turn);
    return turn;
  }

  /** How many callers are remembered. */
  int known() {
    return served.size();
  }

  /** The turn that comes next. */
  Optional<Turn<T>> next() {
    return Optional.ofNullable(waiting.peek());
  }

  /** How long the next turn has to wait, in nanoseconds; 0 or less: it may begin. */
  long delay(long now) {
    return freeNanos - AHEAD_NANOS - now;
  }

  /**
   * A turn takes the line: the next one, or one that has waited too long.
   *
   * @param rate in bytes per second
   * @param mostAhead for how long the line may be taken in advance, in nanoseconds: turns that did
   *     not wait must not close it to all others for hours
   */
  void take(Turn<T> turn, long rate, long mostAhead, long now) {
    if (turn.equals(waiting.peek())) {
      progress = turn.start();
    }
    waiting.remove(turn);
    long from = freeNanos - now < 0 ? now : freeNanos;
    long until = from + (long) (turn.bytes() * NANOS / rate);
    freeNanos = until - now > mostAhead ? now + mostAhead : until;
  }

  /** The line is free: its rate has changed. */
  void free(long now) {
    freeNanos = now;
  }
}
