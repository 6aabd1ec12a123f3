package org.bora.simulation.command;

import java.time.Duration;
import java.util.Locale;

/** Formats SVG. */
final class Svg {
  private Svg() {}

  /** Formats numbers with a dot, in any locale of the machine. */
  @SuppressWarnings("AnnotateFormatMethod") // all callers are in this package
  static String format(String text, Object... values) {
    return String.format(Locale.ROOT, text, values);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  static String text(double x, int y, String attributes, String text) {
    return format("<text x=\"%.1f\" y=\"%d\" %s>%s</text>%n", x, y, attributes, escaped(text));
  }

  /** Minutes and seconds of a run. */
  static String time(Duration at) {
    return format("%d:%02d", at.toMinutes(), at.toSecondsPart());
  }
}
