package org.bora.launcher.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How many tests did what.
 *
 * @param passed neither failed nor skipped
 * @param failed assertions and errors alike
 * @param skipped whatever the reason
 */
public record Totals(int passed, int failed, int skipped) {
  private static final Pattern SUITE = Pattern.compile("<testsuite\\b[^>]*>");
  private static final Pattern COUNT =
      Pattern.compile("\\b(tests|errors|failures|skipped)=\"([0-9]+)\"");

  /** Adds the reports of surefire and failsafe below a checkout that are not older than a start. */
  public static Totals collect(Path checkout, Instant since) throws IOException {
    Totals sum = new Totals(0, 0, 0);
    for (Path report : reports(checkout)) {
      if (!Files.getLastModifiedTime(report).toInstant().isBefore(since)) {
        sum = sum.plus(read(Files.readString(report)));
      }
    }
    return sum;
  }

  private static List<Path> reports(Path checkout) throws IOException {
    try (Stream<Path> all = Files.walk(checkout, 5)) {
      return all.filter(
              path ->
                  path.getFileName().toString().matches("TEST-.*\\.xml")
                      && path.getParent().getFileName().toString().endsWith("-reports"))
          .toList();
    }
  }

  static Totals read(String report) {
    Matcher suite = SUITE.matcher(report);
    if (!suite.find()) {
      return new Totals(0, 0, 0);
    }
    int tests = 0;
    int failed = 0;
    int skipped = 0;
    Matcher count = COUNT.matcher(suite.group());
    while (count.find()) {
      int value = Integer.parseInt(count.group(2));
      switch (count.group(1)) {
        case "tests" -> tests = value;
        case "skipped" -> skipped = value;
        default -> failed += value;
      }
    }
    return new Totals(tests - failed - skipped, failed, skipped);
  }

  private Totals plus(Totals other) {
    return new Totals(passed + other.passed, failed + other.failed, skipped + other.skipped);
  }

  @Override
  public String toString() {
    return passed + " passed, " + failed + " failed, " + skipped + " skipped";
  }
}
