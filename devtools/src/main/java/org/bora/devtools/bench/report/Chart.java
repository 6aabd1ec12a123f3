package org.bora.devtools.bench.report;

import java.util.List;
import java.util.Map;

/**
 * A plot of lines. The page draws it (load-tests/plot/plot.js).
 *
 * @param title what the plot shows
 * @param across name of the horizontal axis, with its unit
 * @param up name of the vertical axis, with its unit
 * @param lines drawn one over the other, in this order; at most eight have a colour and a mark of
 *     their own
 */
public record Chart(String title, String across, String up, List<Line> lines) {

  public Chart {
    lines = List.copyOf(lines);
  }

  /**
   * A line through points.
   *
   * @param dashed for limits and bounds
   */
  public record Line(String name, List<Point> points, boolean dashed) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /** A point in the units of the axes. */
  public record Point(double across, double up) {}

  /** The plot as JSON, without the characters that could end an element of HTML. */
  String json() {
    return Json.text(
            Map.of(
                "title", title,
                "across", across,
                "up", up,
                "lines", lines.stream().map(Chart::json).toList()))
        .replace("<", "\\u003c");
  }

  private static Map<String, Object> json(Line line) {
    return Map.of(
        "name", line.name(),
        "dashed", line.dashed(),
        "points",
            line.points().stream().map(point -> List.of(point.across(), point.up())).toList());
  }
}
