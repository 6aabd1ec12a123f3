package org.bora.server.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Formats bytes, numbers and times for a terminal. */
public final class Amounts {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final int KIBI = 1024;

  private Amounts() {}

  /** To the second. */
  public static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** To the second, of what JSON has; empty for none. */
  public static String time(JsonNode instant) {
    return instant.isString() ? time(Instant.parse(instant.asString())) : "";
  }

  /** How long, in the two largest units that say something: {@code 45 s}, {@code 3 h 12 min}. */
  public static String duration(long seconds) {
    for (Unit unit : Unit.values()) {
      if (seconds >= unit.seconds) {
        long rest = seconds % unit.seconds / unit.smaller;
        return seconds / unit.seconds
            + " "
            + unit.word
            + (rest == 0 ? "" : " " + rest + " " + unit.smallerWord);
      }
    }
    return seconds + " s";
  }

  private enum Unit {
    DAY("d", 86_400, "h", 3_600),
    HOUR("h", 3_600, "min", 60),
    MINUTE("min", 60, "s", 1);

    private final String word;
    private final long seconds;
    private final String smallerWord;
    private final long smaller;

    Unit(String word, long seconds, String smallerWord, long smaller) {
      this.word = word;
      this.seconds = seconds;
      this.smallerWord = smallerWord;
      this.smaller = smaller;
    }
  }

  /** A number with its noun. */
  public static String count(long number, String one) {
    return count(number, one, one + "s");
  }

  /** The same where the plural takes more than an s. */
  public static String count(long number, String one, String many) {
    return number + " " + (number == 1 ? one : many);
  }

  /** Three digits or so, in powers of 1,024. */
  public static String size(long bytes) {
    double value = bytes;
    int unit = 0;
    while (value >= KIBI && unit < UNITS.length - 1) {
      value /= KIBI;
      unit++;
    }
    return unit == 0
        ? bytes + " B"
        : String.format(Locale.ROOT, value < 10 ? "%.1f %s" : "%.0f %s", value, UNITS[unit]);
  }
}
