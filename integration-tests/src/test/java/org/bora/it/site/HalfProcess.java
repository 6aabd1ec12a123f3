package org.bora.it.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A frontend or a backend that {@code ./bora} started as a process of its own; a directory of its
 * name holds its log.
 */
public final class HalfProcess {
  private static final Duration START = Duration.ofMinutes(2);
  private static final int STOP_SECONDS = 60;

  private final Process process;
  private final Path directory;
  private final Path said;

  private HalfProcess(Process process, Path directory, Path said) {
    this.process = process;
    this.directory = directory;
    this.said = said;
  }

  /**
   * Begins to start one.
   *
   * @param half {@code frontend} or {@code backend}
   * @param configuration its file; the directory is made beside it
   * @param by what starts it in another role, if anything
   */
  public static HalfProcess start(String half, Path configuration, String... by)
      throws IOException {
    Path directory = directory(configuration);
    Path said = Files.createTempFile(directory, half, ".out");
    List<String> command = new ArrayList<>(List.of(by));
    command.addAll(List.of(Site.CHECKOUT.resolve("bora").toString(), half));
    command.addAll(List.of("--config", configuration.toString()));
    command.addAll(List.of("--directory", directory.toString()));
    Process process =
        new Shell(configuration.toAbsolutePath().getParent(), Site.ENVIRONMENT)
            .start(said.toFile(), command.toArray(String[]::new));
    return new HalfProcess(process, directory, said);
  }

  /** Where the process of a configuration keeps what it writes; it is made. */
  static Path directory(Path configuration) throws IOException {
    Path home = configuration.toAbsolutePath().getParent();
    String name = configuration.getFileName().toString().replace(".yaml", "-process");
    return Files.createDirectories(home.resolve(name));
  }

  /** Waits until it serves. */
  public void awaitReady() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START.toNanos();
    while (!Files.readString(said).contains("ready ")) {
      if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
        kill();
        throw new AssertionError("it did not start:\n" + Files.readString(said));
      }
    }
  }

  /** A verb of the command line, about this process. */
  public Shell.Result bora(String... words) {
    String[] command = new String[words.length + 3];
    command[0] = Site.CHECKOUT.resolve("bora").toString();
    System.arraycopy(words, 0, command, 1, words.length);
    command[words.length + 1] = "--directory";
    command[words.length + 2] = directory.toString();
    return new Shell(directory, Site.ENVIRONMENT).run(START, command);
  }

  /** As a service manager stops it; returns when it has ended. */
  public void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
      kill();
      throw new AssertionError("it did not stop, see " + directory);
    }
  }

  /** Stops it at the end of a test, however it takes that. */
  void end() {
    process.destroy();
    process.onExit().completeOnTimeout(process, 30, TimeUnit.SECONDS).join();
    kill();
  }

  /** As SIGSTOP: it stands still, and the kernel goes on taking connections for it. */
  public void freeze() {
    signal("-STOP");
  }

  /** Goes on where it was. */
  public void thaw() {
    signal("-CONT");
  }

  private void signal(String name) {
    new Shell(directory, Site.ENVIRONMENT)
        .run(START, "kill", name, String.valueOf(process.pid()))
        .succeeded();
  }

  /** What it has logged up to now. */
  public String log(String half) throws IOException {
    return Files.readString(directory.resolve(half + ".log"));
  }

  /** As {@code kill -9}; nothing happens when it has ended. */
  public void kill() {
    process.destroyForcibly().onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).join();
  }
}
