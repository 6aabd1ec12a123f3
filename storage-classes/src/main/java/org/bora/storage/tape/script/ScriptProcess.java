package org.bora.storage.tape.script;

import java.io.BufferedInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.bora.storage.linux.AmbientCapabilities;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.SignalCalls;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A command that runs, with whatever it starts: setsid(1) makes it the leader of a session and
 * process group of its own, and signals go to the group. When the command has ended, the rest of
 * its group is killed. It has none of Bora's privileges.
 *
 * <p>Separate threads read its output into a limited buffer: if no one fetches it, the command
 * waits. They are platform threads, because a read from a pipe may block for hours.
 */
final class ScriptProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ScriptProcess.class);
  static final String SETSID = "/usr/bin/setsid";
  static final int MAX_LINE_BYTES = 64 << 10;

  private static final int LINES_AHEAD = 256;
  private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

  /** With what the kernel does not end at once, and with pipes that others hold. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Process process;
  private final Duration grace;
  private final Clock clock;
  private final BlockingQueue<Output> outputs = new ArrayBlockingQueue<>(LINES_AHEAD);
  private final List<Thread> readers = new ArrayList<>();
  private int openStreams = 2;
  private Instant lastWords;

  /** Output of the command. */
  sealed interface Output {
    /** A line of standard output, possibly incomplete. */
    record Said(BoundedLines.Line line) implements Output {}

    /** A line of standard error, possibly incomplete. */
    record Complained(BoundedLines.Line line) implements Output {}

    /** One of the two is at its end. */
    record End() implements Output {}
  }

  private ScriptProcess(Process process, Duration grace, Clock clock) {
    this.process = process;
    this.grace = grace;
    this.clock = clock;
  }

  /**
   * Starts a command.
   *
   * @param input for its standard input, which then ends
   * @throws IOException if it cannot be started
   */
  static ScriptProcess start(
      List<String> command,
      Map<String, String> environment,
      String input,
      Duration grace,
      Clock clock)
      throws IOException {
    List<String> words = new ArrayList<>(AmbientCapabilities.shed());
    words.addAll(List.of(SETSID, "--"));
    words.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(words).directory(new File("/"));
    builder.environment().clear();
    builder.environment().put("PATH", PATH);
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(environment);
    ScriptProcess started = new ScriptProcess(builder.start(), grace, clock);
    started.listen(input);
    return started;
  }

  private void listen(String input) {
    run("input", () -> write(input));
    run("complaints", () -> read(process.getErrorStream(), Output.Complained::new));
    run("output", () -> read(process.getInputStream(), Output.Said::new));
  }

  @FunctionalInterface
  private interface Chore {
    void run() throws IOException, InterruptedException;
  }

  private void run(String what, Chore chore) {
    readers.add(
        Thread.ofPlatform()
            .daemon()
            .name("tape-script-" + process.pid() + "-" + what)
            .start(
                () -> {
                  try {
                    chore.run();
                  } catch (IOException | InterruptedException ended) {
                    LOG.debug("{} of tape script {} ended: {}", what, process.pid(), "" + ended);
                  }
                }));
  }

  /** A command that does not read it all is none the worse for it. */
  private void write(String input) throws IOException {
    try (OutputStream out = process.getOutputStream()) {
      out.write(input.getBytes(StandardCharsets.UTF_8));
    }
  }

  @FunctionalInterface
  private interface Maker {
    Output make(BoundedLines.Line line);
  }

  private void read(InputStream stream, Maker maker) throws IOException, InterruptedException {
    try (InputStream in = new BufferedInputStream(stream)) {
      BoundedLines lines = new BoundedLines(in, MAX_LINE_BYTES);
      for (BoundedLines.Line line = lines.next(); line != null; line = lines.next()) {
        outputs.put(maker.make(line));
      }
    } finally {
      outputs.put(new Output.End());
    }
  }

  long pid() {
    return process.pid();
  }

  /** What comes within the time; empty where nothing does, also since all has ended. */
  Optional<Output> next(Duration time) throws InterruptedException {
    if (openStreams == 0) {
      process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
      return Optional.empty();
    }
    Output output = outputs.poll(time.toMillis(), TimeUnit.MILLISECONDS);
    if (output instanceof Output.End) {
      openStreams--;
      return Optional.empty();
    }
    return Optional.ofNullable(output);
  }

  /**
   * Whether it has ended and all its output was read. When it ends, its process group is ended too.
   * A process that left the group may hold the pipes for ever; later output is ignored.
   */
  boolean isOver() {
    if (process.isAlive()) {
      return false;
    }
    if (lastWords == null) {
      signal(SignalCalls.SIGKILL);
      lastWords = clock.instant().plus(PATIENCE);
    }
    return openStreams == 0 || (outputs.isEmpty() && clock.instant().isAfter(lastWords));
  }

  /** Its exit; to be called after its end. */
  int exitCode() {
    return process.exitValue();
  }

  /**
   * Ends it and its children, first by SIGTERM, then by SIGKILL. Returns at once if it has ended.
   */
  void stop() {
    if (process.isAlive()) {
      signal(SignalCalls.SIGTERM);
      waitFor(grace);
    }
    signal(SignalCalls.SIGKILL);
    process.destroyForcibly();
    if (!waitFor(PATIENCE)) {
      LOG.error("the tape script with process {} cannot be ended, not by SIGKILL", process.pid());
    }
  }

  /** Children first: the number of a group stays taken while it has members. */
  private void signal(int signal) {
    try (CallFrame frame = new CallFrame()) {
      int outcome = SignalCalls.toGroup(frame, (int) process.pid(), signal);
      if (outcome < 0 && process.isAlive() && signal == SignalCalls.SIGTERM) {
        process.destroy(); // setsid has not yet made the group
      }
    }
  }

  /** Also while the thread is interrupted: an end must be made. */
  private boolean waitFor(Duration time) {
    boolean interrupted = Thread.interrupted();
    try {
      return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException again) {
      interrupted = true;
      return !process.isAlive();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    if (process.isAlive() || lastWords == null) {
      stop();
    }
    readers.forEach(Thread::interrupt);
  }
}
