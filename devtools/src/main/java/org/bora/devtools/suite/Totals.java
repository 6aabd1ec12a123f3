package org.bora.devtools.suite;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many tests did what. Taken from what surefire and failsafe say at the end of a module, not
 * from their reports: those of a nested class that several test classes inherit have one name, and
 * only the last one stays.
 *
 * @param passed neither failed nor skipped
 * @param failed assertions and errors alike
 * @param skipped whatever the reason
 * @param flaky among those that passed: only when they were run again
 */
public record Totals(int passed, int failed, int skipped, int flaky) {
  static final Totals NONE = new Totals(0, 0, 0, 0);

  private static final Pattern OF_A_MODULE =
      Pattern.compile(
          "\\[(?:INFO|WARNING|ERROR)] Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+),"
              + " Skipped: (\\d+)(?:, Flakes: (\\d+))?");

  /** What a line of Maven's output adds; empty where it is not the sum of a module. */
  static Optional<Totals> read(String line) {
    Matcher sum = OF_A_MODULE.matcher(line.strip());
    if (!sum.matches()) {
      return Optional.empty();
    }
    int failed = Integer.parseInt(sum.group(2)) + Integer.parseInt(sum.group(3));
    int skipped = Integer.parseInt(sum.group(4));
    int flaky = sum.group(5) == null ? 0 : Integer.parseInt(sum.group(5));
    return Optional.of(
        new Totals(Integer.parseInt(sum.group(1)) - failed - skipped, failed, skipped, flaky));
  }

  Totals plus(Totals other) {
    return new Totals(
        passed + other.passed, failed + other.failed, skipped + other.skipped, flaky + other.flaky);
  }

  @Override
  public String toString() {
    return passed + " passed, " + failed + " failed, " + skipped + " skipped";
  }
}
