package org.bora.server.admin;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bora.admin.AdminRefusal;

/** Durations in the notation of the configuration: {@code 90s}, {@code 15m}, {@code 3d}. */
final class Ages {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(s|m|h|d)");

  private Ages() {}

  /**
   * Reads one.
   *
   * @throws AdminRefusal it is none, or longer than so many days
   */
  static Duration read(String text, int longestDays) throws AdminRefusal {
    Matcher form = FORM.matcher(text);
    if (form.matches()) {
      long count = Long.parseLong(form.group(1));
      Duration age =
          switch (form.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
          };
      if (age.compareTo(Duration.ofDays(longestDays)) <= 0) {
        return age;
      }
    }
    throw AdminRefusal.mistake(
        "'" + text + "' is no length of time",
        "it is a number of s, m, h or d, up to " + longestDays + " days",
        "write 15m for a quarter of an hour");
  }
}
