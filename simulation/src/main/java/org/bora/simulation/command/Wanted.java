package org.bora.simulation.command;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param seed of the first run; the next ones follow it
 * @param time of the machine after which no run begins
 * @param sites so much simulated time is enough
 * @param json whether a program reads the result
 */
record Wanted(long seed, Optional<Duration> time, Optional<Duration> sites, boolean json) {
  private static final Duration USUAL = Duration.ofMinutes(1);
  private static final long YEAR_DAYS = 365;

  /**
   * Reads it.
   *
   * @throws IllegalArgumentException with a sentence for its user
   */
  static Wanted read(String... words) {
    Optional<Long> seed = Optional.empty();
    Optional<Duration> time = Optional.empty();
    Optional<Duration> sites = Optional.empty();
    boolean json = false;
    for (String word : words) {
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      String value = equals < 0 ? "" : word.substring(equals + 1);
      switch (option) {
        case "--seed" -> seed = Optional.of(number(option, value));
        case "--for" -> time = Optional.of(duration(value));
        case "--years" -> sites = Optional.of(Duration.ofDays(YEAR_DAYS * number(option, value)));
        case "--json" -> json = true;
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    if (time.isEmpty() && sites.isEmpty() && seed.isEmpty()) {
      time = Optional.of(USUAL);
    }
    // consecutive ones from there: well below what a long holds
    long first = seed.orElseGet(() -> new SecureRandom().nextLong(1_000_000_000_000L));
    return new Wanted(first, time, sites, json);
  }

  private static long number(String option, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " needs a number, not '" + value + "'", e);
    }
  }

  private static Duration duration(String value) {
    try {
      return Duration.parse("PT" + value.toUpperCase(Locale.ROOT));
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "--for needs a time such as 90s, 10m or 1h, not '" + value + "'", e);
    }
  }

  /** Whether another run is to begin. */
  boolean goesOn(int runs, Duration spent, Duration simulated) {
    if (runs == 0) {
      return true;
    }
    boolean bounded = time.isPresent() || sites.isPresent();
    return bounded
        && time.stream().allMatch(most -> spent.compareTo(most) < 0)
        && sites.stream().allMatch(most -> simulated.compareTo(most) < 0);
  }
}
