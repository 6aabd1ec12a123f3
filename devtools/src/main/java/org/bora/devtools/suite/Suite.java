package org.bora.devtools.suite;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One run of {@code mvn verify} over all modules, with a line for each test class. */
public final class Suite {
  /** Longer than any test class takes; each prints a line at its end. */
  private static final Duration SILENCE = Duration.ofMinutes(20);

  private final Path checkout;
  private final Map<String, String> environment;
  private final PrintStream out;

  /**
   * @param environment of this process
   */
  public Suite(Path checkout, Map<String, String> environment, PrintStream out) {
    this.checkout = Objects.requireNonNull(checkout, "checkout");
    this.environment = Map.copyOf(environment);
    this.out = Objects.requireNonNull(out, "out");
  }

  /**
   * Runs to the end even when tests fail; the last line printed has the totals.
   *
   * @param options handed to Maven
   * @return 0 when everything passed
   */
  public int run(List<String> options) throws IOException, InterruptedException {
    Path log = checkout.resolve("target/test.log");
    Files.createDirectories(log.getParent());
    out.println("Running all tests (full log: " + log + ")");
    // two modules at once: while one compiles or waits, the other has the processors
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-T2", "verify"));
    command.add("-Dmaven.test.failure.ignore=true");
    command.addAll(options);
    ProcessBuilder builder = new ProcessBuilder(command).directory(checkout.toFile());
    builder.environment().putAll(new SecondDatabase(checkout, out).prepare(environment));
    builder.redirectErrorStream(true);
    builder.redirectInput(Path.of("/dev/null").toFile());
    Process maven = builder.start();
    Heard heard = listen(maven, log);
    boolean built = maven.waitFor() == 0 && !heard.crashed();
    Totals totals = heard.totals();
    if (!built) {
      out.println("The build itself failed, see " + log);
    }
    if (totals.flaky() > 0) {
      out.println(totals.flaky() + " passed only when run again, see \"Flakes\" in " + log);
    }
    out.println(totals);
    return built && totals.failed() == 0 && totals.passed() > 0 ? 0 : 1;
  }

  /**
   * The output of Maven.
   *
   * @param crashed whether a JVM ended before its tests did
   */
  private record Heard(boolean crashed, Totals totals) {}

  private Heard listen(Process maven, Path log) throws IOException {
    boolean crashed = false;
    Totals totals = Totals.NONE;
    try (var lines = maven.inputReader();
        BufferedWriter copy = Files.newBufferedWriter(log);
        Watchdog dog = new Watchdog(maven, SILENCE, Duration.ofSeconds(10), System::nanoTime)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        dog.hear();
        copy.write(line);
        copy.newLine();
        crashed |= isCrash(line);
        totals = totals.plus(Totals.read(line).orElse(Totals.NONE));
        progress(line).ifPresent(out::println);
      }
      if (dog.ended()) {
        out.println("Nothing was heard for " + SILENCE.toMinutes() + " minutes: ended");
      }
      return new Heard(crashed || dog.ended(), totals);
    }
  }

  /** Maven passes over it, as over tests that fail, and no report counts the tests not run. */
  static boolean isCrash(String line) {
    return line.startsWith("[ERROR]")
        && (line.contains("error in the fork") || line.contains("The forked VM terminated"));
  }

  /** The lines of Maven's output that a waiting person needs. */
  static Optional<String> progress(String line) {
    if (line.startsWith("[INFO] Building Bora")) {
      return Optional.of(line.substring("[INFO] Building ".length()));
    }
    if (line.matches("\\[(INFO|WARNING|ERROR)] +Tests run: .* -- in .*")) {
      return Optional.of("  " + line.replaceFirst("^\\[[A-Z]+] +", ""));
    }
    boolean told = line.startsWith("[ERROR]") || line.startsWith("[WARNING] Flakes:");
    return told ? Optional.of(line) : Optional.empty();
  }
}
