package org.bora.simulation.site;

import java.util.HashMap;
import java.util.Map;

/**
 * Places by the kind of work done there. Each kind is chosen equally often, however rare it is. If
 * each place had the same chance, nearly all chosen places would be of the few frequent kinds.
 */
final class Kinds {
  /** The highest frequency: one in this many. */
  private static final int MOST_OFTEN = 3;

  private final Map<String, Integer> met = new HashMap<>();
  private int all;

  /**
   * Counts a place of a kind.
   *
   * @param usual one in this many of all places is to be chosen
   * @return one in this many of this kind is to be chosen
   */
  int oneIn(String kind, int usual) {
    all++;
    int often = met.merge(kind, 1, Integer::sum);
    return Math.toIntExact(Math.max(MOST_OFTEN, (long) usual * often * met.size() / all));
  }
}
