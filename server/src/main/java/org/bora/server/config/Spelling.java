package org.bora.server.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Suggests the nearest known word for an unknown one. */
final class Spelling {
  private Spelling() {}

  /** {@code ; did you mean 'port'?}, or nothing. */
  static String hint(String word, List<String> candidates) {
    return nearest(word, candidates).map(near -> "; did you mean '" + near + "'?").orElse("");
  }

  /** The candidate with the fewest letters wrong, if these are few for its length. */
  static Optional<String> nearest(String word, List<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 3));
  }

  /**
   * Letters to insert, remove or change, and neighbours to swap (Damerau 1964, each place edited at
   * most once).
   */
  static int distance(String a, String b) {
    int[][] cost = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        cost[i][j] = Math.min(i, j) == 0 ? Math.max(i, j) : cheapest(cost, a, b, i, j);
      }
    }
    return cost[a.length()][b.length()];
  }

  private static int cheapest(int[][] cost, String a, String b, int i, int j) {
    int changed = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int least = Math.min(changed, Math.min(cost[i - 1][j], cost[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
  }
}
