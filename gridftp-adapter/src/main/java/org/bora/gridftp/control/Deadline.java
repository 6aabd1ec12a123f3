package org.bora.gridftp.control;

import java.net.SocketTimeoutException;
import java.time.Duration;

/** The time, by the monotonic clock, at which a conversation must have ended. */
final class Deadline {

  private final long endNanos;
  private final Duration allowed;

  private Deadline(Duration allowed) {
    this.allowed = allowed;
    this.endNanos = System.nanoTime() + allowed.toNanos();
  }

  /**
   * The deadline that far from now.
   *
   * @param allowed positive
   */
  static Deadline in(Duration allowed) {
    if (!allowed.isPositive()) {
      throw new IllegalArgumentException("time allowed " + allowed + " must be positive");
    }
    return new Deadline(allowed);
  }

  /**
   * The remaining time in the unit of sockets.
   *
   * @return at least 1: to a socket, zero would mean for ever
   * @throws SocketTimeoutException if none is left
   */
  int millisLeft() throws SocketTimeoutException {
    long left = endNanos - System.nanoTime();
    if (left <= 0) {
      throw passed();
    }
    return Math.clamp(left / 1_000_000, 1, Integer.MAX_VALUE);
  }

  /** What to throw when a socket has waited {@link #millisLeft} in vain. */
  SocketTimeoutException passed() {
    return new SocketTimeoutException("no answer within " + allowed.toMillis() / 1000.0 + " s");
  }
}
