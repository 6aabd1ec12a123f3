package org.bora.simulation.schedule;

import java.util.SplittableRandom;

/** What decides wherever a run could go on in more than one way. */
@FunctionalInterface
public interface Choices {

  /** Returns a number from 0 to below the bound, which is at least 1. */
  int below(int bound);

  /**
   * Which of the threads that can go on makes the next step.
   *
   * @param count how many there are, at least 1
   * @param last which of them made the last step; -1 where that one waits, or has ended
   */
  default int thread(int count, int last) {
    return count == 1 ? 0 : below(count);
  }

  /** Whether time passes to what is due next, although there are threads that could go on. */
  default boolean leaps() {
    return false;
  }

  /** Whether threads may take turns wherever they touch what they share. */
  default boolean isFine() {
    return false;
  }

  /** The same choices for the same seed, on any machine. */
  static Choices seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random::nextInt;
  }
}
