package org.bora.simulation.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.simulation.site.Moment;

/** The lines of a picture from top to bottom: first machines, then their clients. */
final class Lanes {
  private static final List<String> ORDER =
      List.of(
          "site",
          "database",
          "disk",
          "backend-",
          "frontend-",
          "client-",
          "tape-client-",
          "door-client-");

  /** Height of a line, with signs beside it. */
  private static final int TALL = 40;

  private static final int LOW = 22;

  private final List<String> names;
  private final Map<String, Integer> middles = new HashMap<>();
  private final int bottom;

  /**
   * Assigns lines to the lanes of a story.
   *
   * @param top pixels above the first line
   */
  Lanes(List<Moment> story, int top) {
    names =
        new ArrayList<>(
            story.stream()
                .filter(moment -> moment.kind() != Moment.Kind.WRONG)
                .map(Lanes::name)
                .distinct()
                .sorted(
                    Comparator.comparingInt(Lanes::rank)
                        .thenComparingInt(String::length)
                        .thenComparing(Comparator.naturalOrder()))
                .toList());
    int y = top;
    for (String name : names) {
      int height = isMachine(name) ? TALL : LOW;
      middles.put(name, y + height / 2);
      y += height;
    }
    bottom = y;
  }

  /** The name of a lane. All lives of a client share one line. */
  static String name(Moment moment) {
    String lane = moment.lane();
    int dot = lane.indexOf('.');
    return dot < 0 ? lane : lane.substring(0, dot);
  }

  private static int rank(String name) {
    for (int rank = 0; rank < ORDER.size(); rank++) {
      if (name.startsWith(ORDER.get(rank))) {
        return rank;
      }
    }
    return ORDER.indexOf("disk");
  }

  private static boolean isMachine(String name) {
    return rank(name) <= ORDER.indexOf("frontend-");
  }

  List<String> names() {
    return List.copyOf(names);
  }

  /** The vertical position of a line. */
  int middle(String name) {
    return middles.get(name);
  }

  /** The position below the last line. */
  int bottom() {
    return bottom;
  }
}
