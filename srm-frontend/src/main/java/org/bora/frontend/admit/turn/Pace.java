package org.bora.frontend.admit.turn;

/**
 * How fast a line moves: the mean time between two turns, of the last thirty or so. Not thread
 * safe.
 */
final class Pace {
  private static final double NEWEST = 1.0 / 32;

  private double meanNanos;
  private long last;

  /** The line begins; what was before it does not count. */
  void began(long now) {
    last = now;
  }

  /** Somebody in line got a turn. */
  void moved(long now) {
    double gap = now - last;
    meanNanos += meanNanos == 0 ? gap : NEWEST * (gap - meanNanos);
    last = now;
  }

  /** How long so many turns take; nothing as long as no line has moved yet. */
  double nanosFor(double turns) {
    return turns * meanNanos;
  }
}
