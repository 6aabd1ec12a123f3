package org.bora.simulation.command;

import java.util.Map;

/** Explains the colours and signs of a {@link Picture}, with the number of faults of each kind. */
final class Legend {
  private static final String DONE = "#7cbf95";
  private static final String REFUSED = "#9db2de";
  private static final String UNHEARD = "#e8a33d";

  private static final int LINE = 20;
  private static final int EDGE = 8;
  private static final int SIGN = 20;

  /** Slightly more than the width of a letter, so that no text runs into the next sign. */
  private static final double LETTER = 6.4;

  private final StringBuilder svg = new StringBuilder();
  private final int width;
  private double x = EDGE;
  private int y;

  /**
   * Draws the legend.
   *
   * @param signs of the faults that happened
   * @param up the colour of a machine that is up
   * @param top the position of its upper edge
   */
  Legend(Map<Sign, Integer> signs, String up, int top, int width) {
    this.width = width;
    this.y = top + LINE / 2;
    bar(up, "a machine is up");
    bar(DONE, "a call is done");
    bar(REFUSED, "refused, or to be asked again");
    bar(UNHEARD, "no answer, or it failed");
    signs.forEach(
        (sign, count) -> {
          String text = "%s (%d)".formatted(sign.text(), count);
          begins(text);
          svg.append(sign.at(x + SIGN / 2.0, y, Svg.escaped(text)));
          ends(text);
        });
    String text = "a contradiction";
    begins(text);
    svg.append(
        Svg.format(
            "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" %s/>%n",
            x + SIGN / 2.0, x + SIGN / 2.0, y - 8, y + 8, Wrongs.STROKE));
    ends(text);
  }

  /** The colour of a call with this answer. */
  static String color(String heard) {
    String answer = heard.substring(heard.indexOf(": ") + 2);
    if (answer.startsWith("failed") || answer.equals("silence")) {
      return UNHEARD;
    }
    return switch (answer) {
      case "SUCCESS", "SPACE_AVAILABLE", "FILE_PINNED", "REQUEST_QUEUED", "REQUEST_INPROGRESS" ->
          DONE;
      default -> REFUSED;
    };
  }

  private void bar(String color, String text) {
    begins(text);
    svg.append(
        Svg.format(
            "<rect x=\"%.1f\" y=\"%d\" width=\"14\" height=\"12\" fill=\"%s\"/>%n",
            x + 3, y - 6, color));
    ends(text);
  }

  private void begins(String text) {
    if (x + SIGN + text.length() * LETTER > width) {
      x = EDGE;
      y += LINE;
    }
  }

  private void ends(String text) {
    svg.append(Svg.text(x + SIGN + 2, y + 4, "", text));
    x += SIGN + text.length() * LETTER + EDGE;
  }

  String svg() {
    return svg.toString();
  }

  /** The position below the legend. */
  int bottom() {
    return y + LINE / 2;
  }
}
