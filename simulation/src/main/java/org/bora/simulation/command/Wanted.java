package org.bora.simulation.command;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.bora.simulation.site.Only;
import org.bora.simulation.site.Site;

/**
 * The options of the command line.
 *
 * @param seed of the first run; the next runs use the following seeds
 * @param runs maximum number of runs
 * @param time real time after which no run starts
 * @param sites simulated time after which no run starts
 * @param settings of each run
 * @param picture file for the timeline of the run that contradicts a promise, or of the last run
 * @param whole whether no smaller run is searched for
 * @param json whether the result is printed as JSON
 * @param traces whether the hash of each run is printed
 */
record Wanted(
    long seed,
    Optional<Long> runs,
    Optional<Duration> time,
    Optional<Duration> sites,
    Site.Settings settings,
    Optional<Path> picture,
    boolean whole,
    boolean json,
    boolean traces) {
  private static final Duration USUAL = Duration.ofMinutes(1);
  private static final long YEAR_DAYS = 365;
  private static final Set<String> FLAGS = Set.of("--whole", "--json", "--traces");
  private static final Set<String> VALUES =
      Set.of(
          "--seed",
          "--runs",
          "--for",
          "--years",
          "--until",
          "--only-faults",
          "--only-clients",
          "--picture");

  /**
   * Parses the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static Wanted read(String... words) {
    Map<String, String> given = new TreeMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String option = equals < 0 ? word : word.substring(0, equals);
      if (!(equals < 0 ? FLAGS : VALUES).contains(option)) {
        throw new IllegalArgumentException("unknown option " + word);
      }
      given.put(option, equals < 0 ? "" : word.substring(equals + 1));
    }
    Optional<Long> seed = value(given, "--seed").map(text -> number("--seed", text));
    Optional<Long> runs = value(given, "--runs").map(text -> number("--runs", text));
    Optional<Duration> time = value(given, "--for").map(text -> duration("--for", text));
    Optional<Duration> sites =
        value(given, "--years").map(text -> Duration.ofDays(YEAR_DAYS * number("--years", text)));
    if (runs.isEmpty() && time.isEmpty() && sites.isEmpty() && seed.isEmpty()) {
      time = Optional.of(USUAL);
    }
    return new Wanted(
        // consecutive seeds from there stay well below the range of a long, with the streams of
        // each
        seed.orElseGet(() -> new SecureRandom().nextLong(1_000_000_000_000L)),
        runs,
        time,
        sites,
        settings(given),
        value(given, "--picture").map(Path::of),
        given.containsKey("--whole"),
        given.containsKey("--json"),
        given.containsKey("--traces"));
  }

  private static Site.Settings settings(Map<String, String> given) {
    Site.Settings usual = Site.Settings.defaults();
    Only only =
        new Only(
            value(given, "--only-faults").map(text -> numbers("--only-faults", text)),
            value(given, "--only-clients").map(text -> numbers("--only-clients", text)));
    return value(given, "--until")
        .map(text -> usual.disturbedFor(duration("--until", text)))
        .orElse(usual)
        .with(only);
  }

  private static Optional<String> value(Map<String, String> given, String option) {
    return Optional.ofNullable(given.get(option));
  }

  private static long number(String option, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " needs a number, not '" + value + "'", e);
    }
  }

  private static Set<Integer> numbers(String option, String value) {
    return Arrays.stream(value.split(","))
        .filter(text -> !text.isEmpty())
        .map(text -> Math.toIntExact(number(option, text)))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Duration duration(String option, String value) {
    try {
      Duration time = Duration.parse("PT" + value.toUpperCase(Locale.ROOT));
      if (!time.isNegative()) {
        return time;
      }
    } catch (DateTimeParseException e) {
      // as one that is no time at all
    }
    throw new IllegalArgumentException(
        option + " needs a time such as 90s, 10m or 1h, not '" + value + "'");
  }

  /** Whether another run is to start. */
  boolean goesOn(int done, Duration spent, Duration simulated) {
    if (done == 0) {
      return true;
    }
    boolean bounded = runs.isPresent() || time.isPresent() || sites.isPresent();
    return bounded
        && runs.stream().allMatch(most -> done < most)
        && time.stream().allMatch(most -> spent.compareTo(most) < 0)
        && sites.stream().allMatch(most -> simulated.compareTo(most) < 0);
  }
}
