package org.bora.simulation.command;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bora.simulation.site.Outcome;
import org.bora.simulation.time.Redirection;

/**
 * Runs sites of consecutive seeds until one contradicts a promise, or until the time is over. Exit
 * codes: 0 nothing was found, 1 a contradiction was found, 2 the options are wrong, 70 the
 * simulation failed.
 */
public final class Simulate {
  private static final int BROKEN_OFF = 70;

  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(10);
  private static final Duration MOST_SHRINKING = Duration.ofMinutes(2);

  private static final String COMMIT = System.getProperty("bora.commit", "");

  /** Directory for the timelines of runs; if empty, only requested timelines are drawn. */
  private static final String PICTURES = System.getProperty("bora.simulation.pictures", "");

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

  /** Runs the command with these words and ends the process. */
  public static void main(String... words) {
    Redirection.install();
    int code = BROKEN_OFF;
    try {
      code = run(System.out, System.err, words);
    } catch (RuntimeException | Error e) {
      System.err.println("bora: the simulation broke off");
      e.printStackTrace(System.err);
    }
    System.exit(code);
  }

  /** Returns the exit code. */
  static int run(PrintStream out, PrintStream err, String... words) {
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

  private int run() {
    err.println("simulate: seeds from " + wanted.seed());
    Duration sign = BETWEEN_SIGNS;
    while (summary.failed().isEmpty()
        && wanted.goesOn(summary.runs(), spent(), summary.simulated())) {
      Outcome outcome = Runs.one(wanted.seed() + summary.runs(), wanted.settings());
      summary.add(outcome);
      if (wanted.traces()) {
        out.println(outcome.seed() + " " + outcome.trace());
      }
      if (spent().compareTo(sign) > 0) {
        err.println("simulate: " + progress());
        sign = spent().plus(BETWEEN_SIGNS);
      }
    }
    Duration spent = spent();
    if (!wanted.json()) {
      summary.lines(spent).forEach(out::println);
    }
    List<Found> found = summary.failed().stream().map(this::shrunk).toList();
    String picture = draw(found.isEmpty() ? summary.last() : found.getFirst().small());
    if (wanted.json()) {
      out.println(
          summary.json(new Summary.Told(wanted.seed(), spent, COMMIT, command(), picture), found));
    } else {
      found.forEach(one -> one.lines(COMMIT).forEach(out::println));
      if (!picture.isEmpty()) {
        out.println("picture: " + picture);
      }
    }
    return found.isEmpty() ? 0 : 1;
  }

  /** The command that replays the last run. */
  private String command() {
    return summary.last() == null ? "" : new Failure(summary.last(), wanted.settings()).command();
  }

  private String progress() {
    return wanted
            .time()
            .map(
                whole ->
                    "%d %% of %s; "
                        .formatted(
                            100 * spent().toMillis() / Math.max(1, whole.toMillis()), brief(whole)))
            .orElse("")
        + summary.brief(spent());
  }

  private static String brief(Duration time) {
    return time.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  /** Returns the file; empty if no timeline is wanted, or it cannot be written. */
  private String draw(Outcome outcome) {
    Optional<Path> file =
        wanted
            .picture()
            .or(
                () ->
                    PICTURES.isEmpty()
                        ? Optional.empty()
                        : Optional.of(Path.of(PICTURES, "run-%d.svg".formatted(outcome.seed()))));
    if (file.isEmpty()) {
      return "";
    }
    try {
      Files.writeString(file.get(), new Picture(outcome).svg());
      return file.get().toString();
    } catch (IOException e) {
      err.println("bora: the picture cannot be written: " + e);
      return "";
    }
  }

  private Found shrunk(Outcome failed) {
    if (!wanted.json()) {
      out.println("found: " + failed.contradictions().getFirst());
      out.println("seed %d, trace %s".formatted(failed.seed(), failed.trace()));
    }
    if (wanted.whole()) {
      return Found.asItIs(failed, wanted.settings());
    }
    err.println("simulate: looks for a smaller run with the same contradiction");
    Duration end = spent().plus(MOST_SHRINKING);
    Shrinking shrinking =
        new Shrinking(
            wanted.settings(),
            failed,
            part -> Runs.one(failed.seed(), part),
            () -> spent().compareTo(end) < 0);
    Outcome small = shrinking.shrink();
    return new Found(failed, wanted.settings(), small, shrinking.settings(), shrinking.tried() + 1);
  }
}
