package org.bora.devtools.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * The shapes that mark the points of a plot, one for each line: colours are not all that tells
 * lines apart.
 */
final class Mark {
  /** A line with more points has a mark on some of them, so that the shapes stay apart. */
  private static final int MOST = 24;

  private static final List<String> SHAPES =
      List.of(
          "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
          "M-3.5-3.5h7v7h-7z",
          "M0-4.5l4.5 8h-9z",
          "M0-5.5l4.5 5.5-4.5 5.5-4.5-5.5z",
          "M0 4.5l4.5-8h-9z",
          "M-1.3-4.5h2.6v3.2h3.2v2.6h-3.2v3.2h-2.6v-3.2h-3.2v-2.6h3.2z",
          "M-4.5-2h9v4h-9z");

  private Mark() {}

  /** How many lines have a shape of their own. */
  static int shapes() {
    return SHAPES.size();
  }

  /** Whether the point with this index has a mark, in a line of so many points. */
  static boolean isOn(int point, int points) {
    return point % Math.max(1, (points + MOST - 1) / MOST) == 0;
  }

  /** The mark of a line, as SVG. */
  static String at(int line, String colour, double x, double y) {
    return String.format(
        Locale.ROOT,
        "<path class='mark' fill='%s' transform='translate(%.1f %.1f)' d='%s'/>",
        colour,
        x,
        y,
        SHAPES.get(line % SHAPES.size()));
  }
}
