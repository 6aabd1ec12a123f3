package org.bora.simulation.command;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bora.simulation.site.Moment;
import org.bora.simulation.site.Outcome;

/**
 * The timeline of a run as SVG. Each machine has a line with its up times and faults, and each
 * client has one with its calls. Contradictions cross all lines, are numbered, and are listed
 * below. Events after the faults are in a strip at the right. A browser shows the name of the
 * object under the pointer.
 */
final class Picture {
  private static final int WIDTH = 1_440;
  private static final int LEFT = 108;
  private static final int REST = 64;
  private static final int RIGHT = WIDTH - REST - 16;
  private static final int TITLE = 44;
  private static final int AXIS = 26;
  private static final int BAR = 12;
  private static final int MOST_TICKS = 16;
  private static final int[] STEPS = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_800, 3_600};
  private static final String UP = "#cfe8cf";

  private final Outcome outcome;
  private final Lanes lanes;
  private final Legend legend;
  private final StringBuilder svg = new StringBuilder();
  private final double seconds;

  Picture(Outcome outcome) {
    this.outcome = outcome;
    this.seconds = Math.max(1, outcome.disturbed().toMillis() / 1e3);
    Map<Sign, Integer> signs = new EnumMap<>(Sign.class);
    outcome.story().stream()
        .filter(moment -> moment.kind() == Moment.Kind.FAULT)
        .forEach(moment -> signs.merge(Sign.of(moment.what()), 1, Integer::sum));
    this.legend = new Legend(signs, UP, TITLE, WIDTH);
    this.lanes = new Lanes(outcome.story(), legend.bottom() + AXIS);
  }

  /** Events after the faults, hours and days later, are in the middle of the strip for them. */
  private double x(Duration at) {
    double second = at.toMillis() / 1e3;
    return second > seconds ? RIGHT + REST / 2.0 : LEFT + second / seconds * (RIGHT - LEFT);
  }

  private boolean isShown(Moment moment) {
    return moment.at().toMillis() / 1e3 <= seconds;
  }

  String svg() {
    Wrongs wrongs =
        new Wrongs(
            outcome.story().stream().filter(moment -> moment.kind() == Moment.Kind.WRONG).toList(),
            this::x);
    int below = lanes.bottom() + AXIS;
    int height = below + wrongs.height();
    svg.append(
        Svg.format(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
            WIDTH, height, WIDTH, height));
    title();
    svg.append(legend.svg());
    grid();
    lanes.names().forEach(this::line);
    lives();
    calls();
    outcome.story().stream()
        .filter(moment -> moment.kind() == Moment.Kind.FAULT && isShown(moment))
        .forEach(this::fault);
    svg.append(wrongs.lines(legend.bottom() + AXIS, lanes.bottom()));
    svg.append(wrongs.texts(below));
    return svg.append("</svg>\n").toString();
  }

  private void title() {
    long faults = outcome.faults().values().stream().mapToInt(Integer::intValue).sum();
    svg.append(
        Svg.text(
            8,
            20,
            "font-size=\"16\" font-weight=\"bold\"",
            "Seed %d: %s"
                .formatted(
                    outcome.seed(),
                    switch (outcome.contradictions().size()) {
                      case 0 -> "no contradiction";
                      case 1 -> "1 contradiction";
                      default -> outcome.contradictions().size() + " contradictions";
                    })));
    svg.append(
        Svg.text(
            8,
            36,
            "fill=\"#555\"",
            Svg.format(
                "%,d calls, %,d faults in %s min; then %.1f h of rest; trace %s",
                outcome.calls(),
                faults,
                Svg.time(outcome.disturbed()),
                outcome.simulated().minus(outcome.disturbed()).toMinutes() / 60.0,
                outcome.trace())));
  }

  private void grid() {
    int top = legend.bottom() + AXIS;
    int step = STEPS[STEPS.length - 1];
    for (int at = STEPS.length - 1; at >= 0 && seconds / STEPS[at] <= MOST_TICKS; at--) {
      step = STEPS[at];
    }
    for (int second = 0; second <= seconds; second += step) {
      Duration at = Duration.ofSeconds(second);
      double x = x(at);
      svg.append(
          Svg.format(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#e4e4e4\"/>%n",
              x, x, top - 4, lanes.bottom() + 4));
      String centred = "text-anchor=\"middle\" fill=\"#555\"";
      svg.append(Svg.text(x, top - 8, centred, Svg.time(at)));
      svg.append(Svg.text(x, lanes.bottom() + 18, centred, Svg.time(at)));
    }
    svg.append(
        Svg.format(
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#f4f4f4\"/>%n",
            RIGHT, top, REST, lanes.bottom() - top));
    svg.append(
        Svg.text(RIGHT + REST / 2.0, top - 8, "text-anchor=\"middle\" fill=\"#555\"", "rest"));
    svg.append(Svg.text(8, top - 8, "fill=\"#555\"", "min:s"));
  }

  private void line(String lane) {
    int y = lanes.middle(lane);
    svg.append(Svg.text(8, y + 4, "", lane));
    svg.append(
        Svg.format(
            "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\" stroke=\"#ccc\"/>%n",
            LEFT, RIGHT, y, y));
  }

  private void lives() {
    Map<String, Duration> up = new HashMap<>();
    for (Moment moment : outcome.story()) {
      String lane = Lanes.name(moment);
      if (moment.kind() == Moment.Kind.UP && isShown(moment)) {
        up.put(lane, moment.at());
      } else if (moment.kind() == Moment.Kind.DOWN && up.containsKey(lane)) {
        life(lane, up.remove(lane), moment.at());
      }
    }
    up.forEach((lane, from) -> life(lane, from, outcome.disturbed()));
  }

  private void life(String lane, Duration from, Duration to) {
    Duration end = to.compareTo(outcome.disturbed()) > 0 ? outcome.disturbed() : to;
    svg.append(bar(lane, from, end, UP, lane + " is up"));
  }

  private String bar(String lane, Duration from, Duration to, String color, String title) {
    return Svg.format(
        "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\">"
            + "<title>%s</title></rect>%n",
        x(from),
        lanes.middle(lane) - BAR / 2,
        Math.max(1, x(to) - x(from)),
        BAR,
        color,
        Svg.escaped(title));
  }

  /**
   * Draws the calls. A call lasts from its question to its last answer, or until its client is
   * gone.
   */
  private void calls() {
    Map<String, Moment> asked = new HashMap<>();
    List<String> bars = new ArrayList<>();
    for (Moment moment : outcome.story()) {
      if (moment.kind() == Moment.Kind.ASKED) {
        asked.put(moment.lane(), moment);
      } else if (moment.kind() == Moment.Kind.HEARD && isShown(moment)) {
        Moment from = asked.getOrDefault(moment.lane(), moment);
        String title = from.equals(moment) ? moment.toString() : from + " -> " + moment.what();
        bars.add(
            bar(Lanes.name(moment), from.at(), moment.at(), Legend.color(moment.what()), title));
      }
    }
    bars.forEach(svg::append);
  }

  private void fault(Moment moment) {
    Sign sign = Sign.of(moment.what());
    int y = lanes.middle(Lanes.name(moment)) + sign.offset();
    svg.append(sign.at(x(moment.at()), y, Svg.escaped(moment.toString())));
  }
}
