package org.bora.simulation.schedule;

import java.util.SplittableRandom;

/** Decides wherever a run could continue in more than one way. */
@FunctionalInterface
public interface Choices {

  /** Returns a number from 0 to below the bound, which is at least 1. */
  int below(int bound);

  /**
   * Chooses the thread that makes the next step, among those that can continue.
   *
   * @param count number of these threads, at least 1
   * @param last the thread that made the last step; -1 if it waits or has ended
   */
  default int thread(int count, int last) {
    return count == 1 ? 0 : below(count);
  }

  /** Whether time passes to the next timer although some threads could continue. */
  default boolean leaps() {
    return false;
  }

  /** Whether threads may be switched at every access to state that they share. */
  default boolean isFine() {
    return false;
  }

  /** The same choices for the same seed, on any machine. */
  static Choices seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random::nextInt;
  }
}
