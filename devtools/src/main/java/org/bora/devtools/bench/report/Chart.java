package org.bora.devtools.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * A plot of lines, as SVG.
 *
 * @param title what is seen
 * @param across name of the horizontal axis, with its unit
 * @param up name of the vertical axis, with its unit
 * @param lines drawn one over the other, in this order; at most seven have a colour and a mark of
 *     their own
 */
public record Chart(String title, String across, String up, List<Line> lines) {
  private static final int WIDTH = 760;
  private static final int HEIGHT = 340;
  private static final int LEFT = 70;
  private static final int RIGHT = 20;
  private static final int TOP = 40;
  private static final int BOTTOM = 50;
  private static final int LEGEND = 20;
  // colours that people with colour blindness tell apart (Okabe and Ito)
  private static final List<String> COLOURS =
      List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000");

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

  /** The plot. */
  public String svg() {
    double mostAcross = most(true);
    double mostUp = most(false);
    int height = HEIGHT + LEGEND * lines.size();
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' role='img'>%n",
            WIDTH,
            height));
    svg.append(
        String.format(
            Locale.ROOT, "<text x='%d' y='22' class='title'>%s</text>%n", LEFT, escaped(title)));
    drawAxes(svg, mostAcross, mostUp);
    for (int index = 0; index < lines.size(); index++) {
      drawLine(svg, index, mostAcross, mostUp);
    }
    return svg.append("</svg>").toString();
  }

  private double most(boolean horizontally) {
    double most =
        lines.stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(point -> horizontally ? point.across() : point.up())
            .max()
            .orElse(1);
    double step = step(most);
    return Math.max(step, Math.ceil(most / step) * step);
  }

  /** A round distance between marks: 1, 2 or 5 times a power of ten. */
  private static double step(double most) {
    double power = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9) / 5)));
    double times = most / 5 / power;
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
  }

  private void drawAxes(StringBuilder svg, double mostAcross, double mostUp) {
    int bottom = HEIGHT - BOTTOM;
    for (double mark = 0; mark <= mostUp * 1.0001; mark += step(mostUp)) {
      double y = y(mark, mostUp);
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' class='grid'/>"
                  + "<text x='%d' y='%.1f' text-anchor='end'>%s</text>%n",
              LEFT,
              WIDTH - RIGHT,
              y,
              y,
              LEFT - 6,
              y + 4,
              number(mark)));
    }
    for (double mark = 0; mark <= mostAcross * 1.0001; mark += step(mostAcross)) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x='%.1f' y='%d' text-anchor='middle'>%s</text>%n",
              x(mark, mostAcross),
              bottom + 16,
              number(mark)));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x='%d' y='%d' text-anchor='middle'>%s</text>%n",
            (LEFT + WIDTH - RIGHT) / 2,
            bottom + 36,
            escaped(across)));
    svg.append(
        String.format(
            Locale.ROOT,
            "<text transform='translate(16 %d) rotate(-90)' text-anchor='middle'>%s</text>%n",
            (TOP + bottom) / 2,
            escaped(up)));
  }

  private void drawLine(StringBuilder svg, int index, double mostAcross, double mostUp) {
    Line line = lines.get(index);
    String colour = COLOURS.get(index % COLOURS.size());
    String look =
        String.format(
            Locale.ROOT, "stroke='%s' %s", colour, line.dashed() ? "stroke-dasharray='6 4'" : "");
    StringBuilder marks = new StringBuilder();
    svg.append("<polyline ").append(look).append(" points='");
    for (int number = 0; number < line.points().size(); number++) {
      double x = x(line.points().get(number).across(), mostAcross);
      double y = y(line.points().get(number).up(), mostUp);
      svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
      if (Mark.isOn(number, line.points().size())) {
        marks.append(Mark.at(index, colour, x, y));
      }
    }
    svg.append("'/>").append(marks);
    drawKey(svg, index, look, colour);
  }

  private void drawKey(StringBuilder svg, int index, String look, String colour) {
    int y = HEIGHT + LEGEND * index;
    svg.append(
        String.format(
            Locale.ROOT,
            "%n<line %s x1='%d' x2='%d' y1='%d' y2='%d' class='key'/>%s"
                + "<text x='%d' y='%d'>%s</text>%n",
            look,
            LEFT,
            LEFT + 30,
            y,
            y,
            Mark.at(index, colour, LEFT + 15, y),
            LEFT + 38,
            y + 4,
            escaped(lines.get(index).name())));
  }

  private static double x(double value, double most) {
    return LEFT + value / most * (WIDTH - LEFT - RIGHT);
  }

  private static double y(double value, double most) {
    return HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
  }

  private static String number(double value) {
    return Math.abs(value - Math.rint(value)) < 1e-6
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "");
  }

  private static String escaped(String text) {
    return Page.escaped(text);
  }
}
