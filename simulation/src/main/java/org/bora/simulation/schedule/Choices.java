package org.bora.simulation.schedule;

import java.util.SplittableRandom;

/** What decides wherever a run could go on in more than one way. */
@FunctionalInterface
public interface Choices {

  /** Returns a number from 0 to below the bound, which is at least 1. */
  int below(int bound);

  /** The same choices for the same seed, on any machine. */
  static Choices seeded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return random::nextInt;
  }
}
