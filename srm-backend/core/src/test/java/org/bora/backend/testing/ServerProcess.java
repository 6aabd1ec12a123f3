package org.bora.backend.testing;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A database server as a child process, from its start to its close or the end of this process. A
 * start may take minutes on a machine that builds beside the tests; what fails says why.
 */
final class ServerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofMinutes(4);
  private static final Duration AGAIN = Duration.ofMillis(100);
  private static final int TOLD_LINES = 30;

  private final Path log;
  private final Process process;
  private final Thread atExit;

  private ServerProcess(Path log, Process process) {
    this.log = log;
    this.process = process;
    this.atExit = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(atExit);
  }

  /** Starts one that writes to a file; it need not answer yet. */
  static ServerProcess start(List<String> command, Path log) throws IOException {
    return new ServerProcess(log, process(command, log));
  }

  /**
   * Runs a command to its end, such as one that makes the data directory.
   *
   * @param input the files that it reads, one after the other
   */
  static void run(List<String> command, Path log, List<Path> input) throws IOException {
    Process process = process(command, log);
    try (OutputStream in = process.getOutputStream()) {
      for (Path file : input) {
        Files.copy(file, in);
      }
    }
    try {
      if (!process.waitFor(START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
        process.destroyForcibly();
        throw new IOException(command.getFirst() + " failed: " + end(log));
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      throw new IOException(command.getFirst() + " was interrupted", e);
    }
  }

  private static Process process(List<String> command, Path log) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
        .start();
  }

  private static String end(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    return String.join("\n", lines.subList(Math.max(0, lines.size() - TOLD_LINES), lines.size()));
  }

  /** Waits until the account root is let in. */
  void awaitAnswer(String url) throws IOException {
    long end = System.nanoTime() + START.toNanos();
    while (true) {
      try {
        DriverManager.getConnection(url, "root", "").close();
        return;
      } catch (SQLException e) {
        if (System.nanoTime() > end || !process.isAlive()) {
          throw new IOException(url + " does not answer: " + end(log), e);
        }
        LockSupport.parkNanos(AGAIN.toNanos());
      }
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
  }
}
