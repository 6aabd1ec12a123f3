package org.bora.it.site;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Runs a command as a user at a shell would, bounded in time, its output kept. */
public final class Shell {
  private static final Pattern NAMED_LOG = Pattern.compile("\\bsee (/\\S+)");

  /**
   * What a command did.
   *
   * @param status its exit status
   * @param output standard output and error, in the order written
   */
  public record Result(List<String> command, int status, String output) {

    /**
     * This result, if the command succeeded; otherwise an AssertionError with all it said, the end
     * of it first: of a message Maven's summary has one line.
     */
    public Result succeeded() {
      if (status != 0) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        String end = String.join(" | ", lines.subList(Math.max(0, lines.size() - 3), lines.size()));
        throw new AssertionError(
            "exit %d: %s\nof %s\n%s%s".formatted(status, end, command, output, logs()));
      }
      return this;
    }

    /** The ends of the logs that it told to look at: they are gone when somebody would. */
    private String logs() {
      StringBuilder ends = new StringBuilder();
      NAMED_LOG
          .matcher(output)
          .results()
          .map(named -> Path.of(named.group(1)))
          .distinct()
          .filter(Files::isRegularFile)
          .forEach(log -> ends.append("\nthe end of ").append(log).append(":\n").append(end(log)));
      return ends.toString();
    }

    private static String end(Path log) {
      try {
        List<String> lines =
            new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
      } catch (IOException e) {
        return "cannot be read: " + e;
      }
    }
  }

  private final Path directory;
  private final Map<String, String> environment;

  public Shell(Path directory, Map<String, String> environment) {
    this.directory = directory;
    this.environment = Map.copyOf(environment);
  }

  /** The same shell with one variable more. */
  public Shell with(String name, String value) {
    Map<String, String> more = new java.util.HashMap<>(environment);
    more.put(name, value);
    return new Shell(directory, more);
  }

  /** Runs to the end; a command that takes longer than {@code patience} is killed and fails. */
  public Result run(Duration patience, String... command) {
    try {
      Path output = Files.createTempFile("bora-it", ".out");
      try {
        Process process = start(output.toFile(), command);
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
          process.descendants().forEach(ProcessHandle::destroyForcibly);
          process.destroyForcibly().waitFor(30, TimeUnit.SECONDS);
          throw new AssertionError(
              "no end after "
                  + patience
                  + ": "
                  + List.of(command)
                  + "\n"
                  + Files.readString(output));
        }
        return new Result(
            List.of(command),
            process.exitValue(),
            new String(Files.readAllBytes(output), StandardCharsets.UTF_8));
      } finally {
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Starts a command that goes on, its output appended to {@code log}. */
  public Process start(File log, String... command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.appendTo(log));
    builder.redirectInput(new File("/dev/null"));
    return builder.start();
  }
}
