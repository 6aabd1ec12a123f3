package org.bora.simulation.command;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.site.Site;
import org.bora.simulation.time.Redirection;

/**
 * Runs sites of consecutive seeds until one contradicts a promise, or the time is over. Exit codes:
 * 0 nothing was found, 1 something was, 2 the options are wrong.
 */
public final class Simulate {
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(10);
  private static final Path IN_MEMORY = Path.of("/dev/shm");
  private static final int SHOWN_EVENTS = 40;

  private final Wanted wanted;
  private final PrintStream out;
  private final PrintStream err;
  private final Summary summary = new Summary();
  private final long began = System.nanoTime();

  private Simulate(Wanted wanted, PrintStream out, PrintStream err) {
    this.wanted = wanted;
    this.out = out;
    this.err = err;
  }

  /** Runs the command of these words and ends the process. */
  public static void main(String... words) throws IOException {
    Redirection.install();
    System.exit(run(System.out, System.err, words));
  }

  /** Returns the exit code. */
  static int run(PrintStream out, PrintStream err, String... words) throws IOException {
    Wanted wanted;
    try {
      wanted = Wanted.read(words);
    } catch (IllegalArgumentException e) {
      err.println("bora: " + e.getMessage());
      return 2;
    }
    return new Simulate(wanted, out, err).run();
  }

  private Duration spent() {
    return Duration.ofNanos(System.nanoTime() - began);
  }

  private int run() throws IOException {
    err.println("simulate: seeds from " + wanted.seed());
    Duration sign = BETWEEN_SIGNS;
    while (summary.failed().isEmpty()
        && wanted.goesOn(summary.runs(), spent(), summary.simulated())) {
      summary.add(one(wanted.seed() + summary.runs()));
      if (spent().compareTo(sign) > 0) {
        err.println("simulate: " + summary.brief(spent()));
        sign = spent().plus(BETWEEN_SIGNS);
      }
    }
    if (wanted.json()) {
      out.println(summary.json(wanted.seed(), spent()));
    } else {
      summary.lines(spent()).forEach(out::println);
      summary.failed().forEach(this::show);
    }
    return summary.failed().isEmpty() ? 0 : 1;
  }

  private void show(Outcome outcome) {
    out.println("the last events:");
    outcome.lastEvents().stream()
        .skip(Math.max(0, outcome.lastEvents().size() - SHOWN_EVENTS))
        .forEach(event -> out.println("  " + event));
    out.println("contradictions of seed " + outcome.seed() + ", trace " + outcome.trace() + ":");
    outcome.contradictions().forEach(text -> out.println("  " + text));
    String commit = System.getProperty("bora.commit", "");
    out.println(
        "again%s: ./bora simulate --seed %d"
            .formatted(commit.isEmpty() ? "" : " at commit " + commit, outcome.seed()));
  }

  private static Outcome one(long seed) throws IOException {
    Path directory =
        Files.isWritable(IN_MEMORY)
            ? Files.createTempDirectory(IN_MEMORY, "bora-simulate")
            : Files.createTempDirectory("bora-simulate");
    try {
      return new Site(seed, Site.Settings.defaults(), directory).run();
    } finally {
      remove(directory);
    }
  }

  private static void remove(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              path -> {
                try {
                  Files.delete(path);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }
}
