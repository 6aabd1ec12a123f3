package org.bora.simulation.site;

import java.util.HashMap;
import java.util.Map;

/**
 * Places by what is done there. Each kind is chosen as often as any other, however seldom it is
 * met: where each place had the same chance, nearly all that are chosen would be of the few kinds
 * that are met all the time.
 */
final class Kinds {
  /** At most one in so many. */
  private static final int MOST_OFTEN = 3;

  private final Map<String, Integer> met = new HashMap<>();
  private int all;

  /**
   * One is met.
   *
   * @param usual one in so many of all places is chosen
   * @return one in so many of this kind is
   */
  int oneIn(String kind, int usual) {
    all++;
    int often = met.merge(kind, 1, Integer::sum);
    return Math.toIntExact(Math.max(MOST_OFTEN, (long) usual * often * met.size() / all));
  }
}
