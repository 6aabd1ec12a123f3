package org.bora.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * One difference between two configurations.
 *
 * @param key {@code areas.atlas.rules}
 * @param text {@code + LINE} or {@code - LINE} of a list, {@code OLD -> NEW} of a single value
 */
public record Difference(String key, String text) {

  public Difference {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
  }

  /**
   * The fewest lines to take out and put in, in order: the order of rules matters, so a line that
   * moved is taken out and put in.
   */
  static List<String> ofLists(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    List<String> lines = new ArrayList<>();
    int i = 0;
    int j = 0;
    while (i < before.size() || j < after.size()) {
      if (i < before.size() && j < after.size() && before.get(i).equals(after.get(j))) {
        i++;
        j++;
      } else if (j == after.size() || (i < before.size() && common[i + 1][j] >= common[i][j + 1])) {
        lines.add("- " + before.get(i++));
      } else {
        lines.add("+ " + after.get(j++));
      }
    }
    return lines;
  }

  @Override
  public String toString() {
    return key + ": " + text;
  }
}
