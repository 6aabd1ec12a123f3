package org.bora.taperest;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An ISO 8601 duration for {@code diskLifetime}. A server may ignore the field, so a duration
 * without a fixed length does not refuse a request: a month counts as 30 days and a year as 365.
 */
final class DiskLifetime {
  private static final String NUMBER = "([0-9]{1,9}(?:[.,][0-9]{1,9})?)";

  /** As the served description has it. */
  private static final Pattern FORM =
      Pattern.compile(
          "P(?!$)(?:N Y)?(?:N M)?(?:N W)?(?:N D)?(?:T(?=[0-9])(?:N H)?(?:N M)?(?:N S)?)?"
              .replace(" ", "")
              .replace("N", NUMBER));

  private static final Duration[] UNITS = {
    Duration.ofDays(365),
    Duration.ofDays(30),
    Duration.ofDays(7),
    Duration.ofDays(1),
    Duration.ofHours(1),
    Duration.ofMinutes(1),
    Duration.ofSeconds(1)
  };

  private DiskLifetime() {}

  /** In whole seconds, rounded up; empty for a text that is no such duration. */
  static Optional<Duration> parse(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    BigDecimal seconds = BigDecimal.ZERO;
    for (int unit = 0; unit < UNITS.length; unit++) {
      String number = parts.group(unit + 1);
      if (number != null) {
        seconds =
            seconds.add(
                new BigDecimal(number.replace(',', '.'))
                    .multiply(BigDecimal.valueOf(UNITS[unit].toSeconds())));
      }
    }
    return Optional.of(Duration.ofSeconds(seconds.setScale(0, RoundingMode.CEILING).longValue()));
  }
}
