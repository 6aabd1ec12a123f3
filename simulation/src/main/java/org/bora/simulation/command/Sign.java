package org.bora.simulation.command;

import java.util.regex.Pattern;

/** The sign of a kind of fault in the {@link Picture} of a run. */
enum Sign {
  DEATH(
      "a process dies, or the power fails",
      "#000000",
      false,
      "M-5-5L5 5M-5 5L5-5",
      0,
      "death|kill|power cut|client disappears"),
  START("a backend starts again", "#000000", false, "M-4 4L0-4L4 4Z", 0, "start of"),
  STANDSTILL(
      "a process stands still, or is cut off",
      "#8e44ad",
      true,
      "M-4-5H-1V5H-4ZM1-5H4V5H1Z",
      -Sign.BESIDE,
      "standstill|backend stands still|backend is cut off"),
  WAKING(
      "one that was given up goes on",
      "#8e44ad",
      false,
      "M-3-5L5 0L-3 5Z",
      -Sign.BESIDE,
      "goes on while"),
  FAILOVER("failover of the database", "#0072b2", true, "M0-6L6 0L0 6L-6 0Z", 0, "failover"),
  ANSWER(
      "lost answer to a commit, deadlock, late statement",
      "#0072b2",
      false,
      "M0-5L5 0L0 5L-5 0Z",
      Sign.BESIDE,
      "lost answer|deadlock|a statement"),
  NETWORK(
      "a connection ends",
      "#009e73",
      true,
      "M-5-4H5L0 5Z",
      Sign.BESIDE,
      "a question|an answer|a connection"),
  STORAGE("disk or tape", "#d55e00", true, "M-4-4H4V4H-4Z", 0, "disk|tape"),
  ADMINISTRATOR(
      "an administrator",
      "#c2187a",
      true,
      "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0-5 0Z",
      0,
      "drain|rebuild|ban"),
  OTHER("another fault", "#e69f00", true, "M-2-6H2V-2H6V2H2V6H-2V2H-6V-2H-2Z", 0, "(?!)");

  /** Offset in pixels from the middle of a line; frequent signs leave room for the others. */
  private static final int BESIDE = 12;

  private final String text;
  private final String color;
  private final boolean filled;
  private final String path;
  private final int offset;
  private final Pattern words;

  /**
   * A sign that the legend explains.
   *
   * @param path SVG path around its middle, about ten pixels wide
   * @param offset pixels below the middle of its line
   * @param words prefix of the names of these faults
   */
  Sign(String text, String color, boolean filled, String path, int offset, String words) {
    this.text = text;
    this.color = color;
    this.filled = filled;
    this.path = path;
    this.offset = offset;
    this.words = Pattern.compile(words);
  }

  /** The sign of a fault, by the prefix of its name. */
  static Sign of(String fault) {
    for (Sign sign : values()) {
      if (sign.words.matcher(fault).lookingAt()) {
        return sign;
      }
    }
    return OTHER;
  }

  /** The text in the legend. */
  String text() {
    return text;
  }

  /** Offset in pixels below the middle of its line. */
  int offset() {
    return offset;
  }

  /**
   * Draws the sign.
   *
   * @param title text that a browser shows for it; escaped
   */
  String at(double x, int y, String title) {
    return Svg.format(
        "<path transform=\"translate(%.1f,%d)\" d=\"%s\" fill=\"%s\" stroke=\"%s\""
            + " stroke-width=\"1.6\"><title>%s</title></path>%n",
        x, y, path, filled ? color : "white", color, title);
  }
}
