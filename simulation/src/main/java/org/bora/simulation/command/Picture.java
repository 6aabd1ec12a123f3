package org.bora.simulation.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Outcome;

/**
 * The time line of a run as SVG: a line for each backend with the times that it was up, for the
 * database, and for each client with its calls; faults and contradictions are marks that a browser
 * names when the mouse is over them.
 */
final class Picture {
  private static final int LEFT = 110;
  private static final int WIDTH = 1_600;
  private static final int LANE = 26;
  private static final int TOP = 40;
  private static final int BAR = 10;
  private static final Duration SHOWN_AFTERWARDS = Duration.ofMinutes(1);

  private final Outcome outcome;
  private final List<String> lanes = new ArrayList<>();
  private final StringBuilder svg = new StringBuilder();
  private final double seconds;

  Picture(Outcome outcome) {
    this.outcome = outcome;
    Duration end = outcome.disturbed().plus(SHOWN_AFTERWARDS);
    this.seconds = end.toMillis() / 1e3;
    TreeSet<String> all = new TreeSet<>();
    outcome.story().forEach(moment -> all.add(lane(moment)));
    lanes.addAll(all);
  }

  /** All lives of a client are one line. */
  private static String lane(Moment moment) {
    String lane = moment.lane();
    int dot = lane.indexOf('.');
    return dot < 0 ? lane : lane.substring(0, dot);
  }

  private double x(Duration at) {
    return LEFT + Math.min(seconds, at.toMillis() / 1e3) / seconds * WIDTH;
  }

  private int y(String lane) {
    return TOP + lanes.indexOf(lane) * LANE;
  }

  String svg() {
    int height = TOP + lanes.size() * LANE + LANE;
    svg.append(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif" font-size="12">
        <rect width="100%%" height="100%%" fill="white"/>
        <text x="4" y="16">seed %d, trace %s: %d calls, %d contradictions</text>
        """
            .formatted(
                LEFT + WIDTH + 20,
                height,
                outcome.seed(),
                outcome.trace(),
                outcome.calls(),
                outcome.contradictions().size()));
    lanes.forEach(this::line);
    minutes(height);
    lives();
    outcome.story().forEach(this::mark);
    return svg.append("</svg>\n").toString();
  }

  private void line(String lane) {
    svg.append(
        format("<text x=\"4\" y=\"%d\">%s</text>%n", y(lane) + 4, lane)
            + format(
                "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>%n",
                LEFT, LEFT + WIDTH, y(lane), y(lane)));
  }

  private void minutes(int height) {
    for (int minute = 0; minute * 60 <= seconds; minute++) {
      double at = x(Duration.ofMinutes(minute));
      svg.append(
          format(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#eee\"/>"
                  + "<text x=\"%.1f\" y=\"%d\" fill=\"#888\">%d min</text>%n",
              at, at, TOP - BAR, height - LANE, at, height - BAR, minute));
    }
  }

  private void lives() {
    Map<String, Duration> up = new HashMap<>();
    for (Moment moment : outcome.story()) {
      if (moment.kind() == Moment.Kind.UP) {
        up.put(moment.lane(), moment.at());
      } else if (moment.kind() == Moment.Kind.DOWN && up.containsKey(moment.lane())) {
        life(moment.lane(), up.remove(moment.lane()), moment.at());
      }
    }
    up.forEach((lane, from) -> life(lane, from, Duration.ofMillis((long) (seconds * 1e3))));
  }

  private void life(String lane, Duration from, Duration to) {
    svg.append(
        format(
            "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#cfe8cf\"/>%n",
            x(from), y(lane) - BAR / 2, Math.max(0, x(to) - x(from)), BAR));
  }

  private void mark(Moment moment) {
    if (moment.at().toMillis() / 1e3 > seconds && moment.kind() != Moment.Kind.WRONG) {
      return;
    }
    String color =
        switch (moment.kind()) {
          case FAULT -> "#c60";
          case WRONG -> "red";
          case HEARD -> moment.what().endsWith("SUCCESS") ? "#284" : "#99c";
          default -> "";
        };
    if (color.isEmpty()) {
      return;
    }
    int half =
        switch (moment.kind()) {
          case WRONG -> LANE / 2;
          case FAULT -> BAR;
          default -> BAR / 2;
        };
    double x = x(moment.at());
    int y = y(lane(moment));
    svg.append(
        format(
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"%s\" stroke-width=\"%d\">"
                + "<title>%s</title></line>%n",
            x,
            x,
            y - half,
            y + half,
            color,
            moment.kind() == Moment.Kind.HEARD ? 1 : 2,
            escaped(moment.toString())));
  }

  @SuppressWarnings("AnnotateFormatMethod") // its callers are all here
  private static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
