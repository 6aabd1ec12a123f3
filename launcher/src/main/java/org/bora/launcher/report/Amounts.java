package org.bora.launcher.report;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Bytes, numbers and times as a terminal shows them. */
public final class Amounts {
  private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  private static final int KIBI = 1024;

  private Amounts() {}

  /** To the second. */
  public static String time(Instant instant) {
    return instant.truncatedTo(ChronoUnit.SECONDS).toString();
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
