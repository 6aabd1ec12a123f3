package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Objects;

/**
 * A waiting call at a {@link Gate}, guarded by the lock of the gate. The waiting thread reads
 * {@link #turn} and {@link #until} without the lock.
 */
final class Waiter {
  final String vo;
  final String caller;
  final String operation;
  private final Thread thread;

  /** When it gives up, in the gate's nanoseconds; comes nearer when the server stops. */
  volatile long until;

  /** When it came, then when its turn began. */
  long since;

  boolean quiet;

  /** Null while it waits; set once. */
  private volatile Turn turn;

  Waiter(String vo, String caller, String operation, Thread thread) {
    this.vo = Objects.requireNonNull(vo, "vo");
    this.caller = Objects.requireNonNull(caller, "caller");
    this.operation = Objects.requireNonNull(operation, "operation");
    this.thread = Objects.requireNonNull(thread, "thread");
  }

  boolean isWaiting() {
    return turn == null;
  }

  /** What was decided; null while nothing is. */
  Turn turn() {
    return turn;
  }

  Thread thread() {
    return thread;
  }

  void holds(Turn.Held held) {
    turn = held;
  }

  void refused(boolean own, Duration retryIn) {
    turn = new Turn.Refused(own, retryIn);
  }
}
