package org.bora.door.admit.turn;

import java.util.concurrent.TimeUnit;

/**
 * The speed of a queue in turns per second, with more weight on recent ones. Rates are averaged,
 * not times between turns: a server that stood still for a moment must not refuse everyone. Not
 * thread safe.
 */
final class Pace {
  private static final int FEWEST_TURNS = 32;
  private static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final double NEWEST = 0.3;

  private double turnsPerNano;
  private long began;
  private int turns;

  /** The line begins; the time before it does not count. */
  void began(long now) {
    began = now;
    turns = 0;
  }

  /** A call in line got a turn. */
  void moved(long now) {
    turns++;
    if (turns >= FEWEST_TURNS && now - began >= SHORTEST_NANOS) {
      double newest = (double) turns / (now - began);
      turnsPerNano = turnsPerNano == 0 ? newest : turnsPerNano + NEWEST * (newest - turnsPerNano);
      began(now);
    }
  }

  /** How long so many turns take; nothing as long as that is not known. */
  double nanosFor(double count) {
    return turnsPerNano == 0 ? 0 : count / turnsPerNano;
  }
}
