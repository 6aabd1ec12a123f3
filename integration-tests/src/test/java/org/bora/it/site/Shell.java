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

/** Runs a command as a user at a shell would, bounded in time, its output kept. */
public final class Shell {

  /**
   * What a command did.
   *
   * @param status its exit status
   * @param output standard output and error, in the order written
   */
  public record Result(List<String> command, int status, String output) {

    /** This result, if the command succeeded; otherwise an AssertionError with all it said. */
    public Result succeeded() {
      if (status != 0) {
        throw new AssertionError("exit " + status + " of " + command + "\n" + output);
      }
      return this;
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
