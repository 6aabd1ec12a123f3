package org.bora.gridftp.copy;

import java.time.Duration;
import org.bora.gridftp.copy.CopyEnd.Blame;

/** The remaining time of a copy, by the monotonic clock. */
final class TimeLeft {

  private final Duration allowed;
  private final long endNanos;

  TimeLeft(Duration allowed) {
    this.allowed = allowed;
    this.endNanos = System.nanoTime() + allowed.toNanos();
  }

  /** Zero or less when there is none. */
  Duration left() {
    return Duration.ofNanos(endNanos - System.nanoTime());
  }

  /** As much as is left, but no more than {@code most}; always positive. */
  Duration atMost(Duration most) throws CopyFailure {
    Duration left = left();
    if (!left.isPositive()) {
      throw passed();
    }
    return left.compareTo(most) < 0 ? left : most;
  }

  CopyFailure passed() {
    return new CopyFailure(
        Blame.TIME, "the copy did not end within the " + allowed.toSeconds() + " s it had");
  }
}
