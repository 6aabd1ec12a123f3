package org.bora.launcher;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Finds the known word that is nearest to a mistyped one. */
final class Nearest {
  private static final int MOST = 3;

  /** Letters at the beginning that make two words similar, however different their ends are. */
  private static final int BEGINNING = 3;

  private record Candidate(String word, int distance) {}

  private Nearest() {}

  /** At most three of the candidates, the most similar one first; none that is very different. */
  static List<String> to(String word, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> isNear(word, candidate))
        .map(candidate -> new Candidate(candidate, rank(word, candidate)))
        .sorted(Comparator.comparingInt(Candidate::distance))
        .limit(MOST)
        .map(Candidate::word)
        .toList();
  }

  private static boolean isNear(String word, String candidate) {
    int same = 0;
    while (same < Math.min(word.length(), candidate.length())
        && word.charAt(same) == candidate.charAt(same)) {
      same++;
    }
    return same >= BEGINNING
        || (same > 0 && same == word.length())
        || distance(word, candidate) <= Math.max(1, word.length() / 3);
  }

  /** A prefix of a word comes before a mistyped word. */
  private static int rank(String word, String candidate) {
    return candidate.startsWith(word) ? 0 : distance(word, candidate);
  }

  /** The number of letters to insert, to remove, to replace, or to swap with their neighbour. */
  private static int distance(String from, String to) {
    int[][] steps = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        if (i == 0 || j == 0) {
          steps[i][j] = i + j;
          continue;
        }
        int replaced = from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1;
        int least = Math.min(steps[i - 1][j] + 1, steps[i][j - 1] + 1);
        least = Math.min(least, steps[i - 1][j - 1] + replaced);
        boolean swapped =
            i > 1
                && j > 1
                && from.charAt(i - 1) == to.charAt(j - 2)
                && from.charAt(i - 2) == to.charAt(j - 1);
        steps[i][j] = swapped ? Math.min(least, steps[i - 2][j - 2] + 1) : least;
      }
    }
    return steps[from.length()][to.length()];
  }
}
