package org.bora.devtools.suite;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers of tests by result. They are read from the output of surefire and failsafe at the end of
 * a module, not from their reports: if several test classes inherit a nested class, its reports
 * have the same name, and only the last one is kept.
 *
 * @param passed neither failed nor skipped
 * @param failed assertions and errors
 * @param skipped for any reason
 * @param flaky those of the passed tests that passed only when run again
 */
public record Totals(int passed, int failed, int skipped, int flaky) {
  static final Totals NONE = new Totals(0, 0, 0, 0);

  private static final Pattern OF_A_MODULE =
      Pattern.compile(
          "\\[(?:INFO|WARNING|ERROR)] Tests run: (\\d+), Failures: (\\d+), Errors: (\\d+),"
              + " Skipped: (\\d+)(?:, Flakes: (\\d+))?");

  /** The totals of a line of Maven's output; empty if it is not the sum of a module. */
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
