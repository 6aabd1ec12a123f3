package org.bora.launcher.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What somebody may have meant. */
final class Spelling {
  private Spelling() {}

  /** The candidate with the fewest letters wrong, if these are few for its length. */
  static Optional<String> nearest(String word, List<String> candidates) {
    return candidates.stream()
        .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
        .filter(candidate -> distance(word, candidate) <= Math.max(1, candidate.length() / 3));
  }

  /** Letters to insert, remove or change (Levenshtein 1965). */
  static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
