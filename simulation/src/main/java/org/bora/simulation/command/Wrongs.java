package org.bora.simulation.command;

import java.time.Duration;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.bora.simulation.site.Moment;

/** The contradictions in a {@link Picture}: a numbered line for each, and its text. */
final class Wrongs {
  static final String STROKE = "stroke=\"#c00000\" stroke-width=\"1.6\" stroke-dasharray=\"4 2\"";

  private static final int MOST_TOLD = 12;
  private static final int MOST_LETTERS = 210;
  private static final int LINE = 17;
  private static final int CLOSE = 22;

  private final List<Moment> all;
  private final ToDoubleFunction<Duration> x;

  /**
   * Lays out the contradictions.
   *
   * @param x the horizontal position of a time
   */
  Wrongs(List<Moment> all, ToDoubleFunction<Duration> x) {
    this.all = List.copyOf(all);
    this.x = x;
  }

  private double x(int number) {
    return x.applyAsDouble(all.get(number).at());
  }

  /** Draws the lines; close ones share a label. */
  String lines(int top, int bottom) {
    StringBuilder svg = new StringBuilder();
    for (int from = 0, to; from < all.size(); from = to) {
      to = from;
      while (to < all.size() && x(to) - x(from) < CLOSE) {
        double at = x(to);
        svg.append(
            Svg.format(
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" %s><title>%s</title></line>%n",
                at, at, top, bottom, STROKE, Svg.escaped(all.get(to).toString())));
        to++;
      }
      String label = to - from == 1 ? "" + to : "%d-%d".formatted(from + 1, to);
      svg.append(
          Svg.text(
              x(from) + 3,
              bottom - 3,
              "fill=\"#c00000\" font-weight=\"bold\" stroke=\"white\" stroke-width=\"3\""
                  + " paint-order=\"stroke\"",
              label));
    }
    return svg.toString();
  }

  /** The height of the texts in pixels. */
  int height() {
    return all.isEmpty() ? 0 : LINE * (1 + Math.min(all.size(), MOST_TOLD + 1));
  }

  String texts(int top) {
    StringBuilder svg = new StringBuilder();
    int y = top + LINE;
    for (int number = 0; number < Math.min(all.size(), MOST_TOLD); number++) {
      Moment moment = all.get(number);
      svg.append(
          Svg.text(
              8,
              y,
              "fill=\"#c00000\"",
              "%d   %s   %s".formatted(number + 1, Svg.time(moment.at()), brief(moment.what()))));
      y += LINE;
    }
    if (all.size() > MOST_TOLD) {
      svg.append(
          Svg.text(8, y, "fill=\"#c00000\"", "and %d more".formatted(all.size() - MOST_TOLD)));
    }
    return svg.toString();
  }

  private static String brief(String what) {
    String line = what.lines().findFirst().orElse("");
    return line.length() <= MOST_LETTERS ? line : line.substring(0, MOST_LETTERS) + "...";
  }
}
