package org.bora.settings;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Values as the configuration has them. */
public final class Written {
  static final int LAST_PORT = 65_535;

  private static final Pattern DURATION = Pattern.compile("([0-9]{1,12})\\s*(ms|s|m|h|d)");
  private static final Pattern SIZE =
      Pattern.compile("([0-9]{1,15})\\s*(B|KiB|MiB|GiB|TiB|kB|MB|GB|TB)?");
  private static final long KIBI = 1024;

  private Written() {}

  /**
   * A duration with its unit, {@code 15s}.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Duration durationOf(String text) {
    Matcher matcher = matched(DURATION, text);
    long count = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(count);
      case "s" -> Duration.ofSeconds(count);
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      default -> Duration.ofDays(count);
    };
  }

  /**
   * A size, with its unit unless it is bytes.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static long sizeOf(String text) {
    Matcher matcher = matched(SIZE, text);
    long count = Long.parseLong(matcher.group(1));
    String unit = Objects.requireNonNullElse(matcher.group(2), "B");
    long base = unit.endsWith("iB") ? KIBI : 1000;
    int power = unit.equals("B") ? 0 : "KMGT".indexOf(Character.toUpperCase(unit.charAt(0))) + 1;
    try {
      for (int i = 0; i < power; i++) {
        count = Math.multiplyExact(count, base);
      }
      return count;
    } catch (ArithmeticException tooBig) {
      throw new IllegalArgumentException("more than 2^63 bytes", tooBig);
    }
  }

  /** A whole number or a size. */
  static long numberOf(String text) {
    return text.startsWith("-") ? Long.parseLong(text) : sizeOf(text);
  }

  private static Matcher matched(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text.strip());
    if (!matcher.matches()) {
      throw new IllegalArgumentException();
    }
    return matcher;
  }

  /** The shortest exact way to write a size in bytes. */
  public static String writeSize(long bytes) {
    String shortest = bytes + "B";
    for (String unit : new String[] {"TiB", "GiB", "MiB", "KiB", "TB", "GB", "MB"}) {
      long of = sizeOf("1" + unit);
      String text = bytes / of + unit;
      if (bytes > 0 && bytes % of == 0 && text.length() < shortest.length()) {
        shortest = text;
      }
    }
    return shortest;
  }

  /** The shortest exact way to write a duration. */
  public static String write(Duration duration) {
    long millis = duration.toMillis();
    if (millis % 1000 != 0) {
      return millis + "ms";
    }
    long seconds = duration.toSeconds();
    if (seconds == 0 || seconds % 60 != 0) {
      return seconds + "s";
    }
    if (seconds % 3600 != 0) {
      return seconds / 60 + "m";
    }
    return seconds % 86400 == 0 ? seconds / 86400 + "d" : seconds / 3600 + "h";
  }

  /** A constant in lower case with hyphens. */
  public static String write(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
