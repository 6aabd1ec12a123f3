package org.bora.server.process;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bora.storage.linux.AmbientCapabilities;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one server program running: starts it, or takes over one that a crashed Bora left behind,
 * and restarts it with growing pauses when it dies.
 *
 * <p>Life cycle: {@link #start} once, {@link #stop} once. The child runs in a session of its own
 * ({@code setsid}), so that Ctrl-C in a terminal reaches only Bora, which then stops things in
 * order. It does not inherit capabilities that a service manager gave Bora. Thread safe.
 */
public final class Supervised {
  private static final Logger LOG = LoggerFactory.getLogger(Supervised.class);

  private static final String SERVERS = "/usr/local/sbin:/usr/sbin:/sbin:/usr/bin:/bin";

  private final Program program;
  private final PidFile pidFile;
  private final Ending ending;
  private final Backoff backoff;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private ProcessIdentity current;
  private boolean closing;
  private int starts;

  public Supervised(Program program, PidFile pidFile, Ending ending, Backoff backoff) {
    this.program = Objects.requireNonNull(program, "program");
    this.pidFile = Objects.requireNonNull(pidFile, "pidFile");
    this.ending = Objects.requireNonNull(ending, "ending");
    this.backoff = Objects.requireNonNull(backoff, "backoff");
  }

  /** Takes over or starts the process and begins to watch it. */
  public void start() throws IOException, InterruptedException {
    ProcessHandle handle = takeOver().orElse(null);
    if (handle == null) {
      handle = launch();
    }
    ProcessHandle first = handle;
    Thread.ofVirtual().name("watch-" + program.name()).start(() -> watch(first));
  }

  /** The process that runs now; empty between a death and the next start. */
  public Optional<ProcessIdentity> process() {
    lock.lock();
    try {
      return Optional.ofNullable(current).filter(ProcessIdentity::isAlive);
    } finally {
      lock.unlock();
    }
  }

  /** How often the process was started by this object; 0 when it was taken over. */
  public int starts() {
    lock.lock();
    try {
      return starts;
    } finally {
      lock.unlock();
    }
  }

  private Optional<ProcessHandle> takeOver() throws IOException, InterruptedException {
    PidFile.Entry left = pidFile.running().orElse(null);
    if (left == null) {
      return Optional.empty();
    }
    if (left.started().equals(program.digest())) {
      LOG.info("{}: process {} still runs, taken over", program.name(), left.process().pid());
      setCurrent(left.process());
      return left.process().handle();
    }
    LOG.info(
        "{}: process {} was started differently, ending it", program.name(), left.process().pid());
    ending.end(left.process());
    return Optional.empty();
  }

  /** Null once stopped: a start that lost the race against stop must not happen. */
  private ProcessHandle launch() throws IOException {
    lock.lock();
    try {
      if (closing) {
        return null;
      }
      List<String> command = new ArrayList<>(AmbientCapabilities.shed());
      command.add("setsid");
      command.addAll(program.command());
      ProcessBuilder builder = new ProcessBuilder(command);
      Map<String, String> environment = builder.environment();
      environment.keySet().retainAll(List.of("PATH", "LANG"));
      // servers lie in sbin, which ordinary users do not have in their path
      environment.merge("PATH", SERVERS, (path, servers) -> path + ":" + servers);
      environment.putAll(program.environment());
      builder.directory(new File("/"));
      builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(program.output().toFile()));
      builder.redirectErrorStream(true);
      Process process = builder.start();
      ProcessIdentity identity =
          ProcessIdentity.of(process.pid())
              .orElseThrow(
                  () ->
                      new IOException(program.name() + " ended at once, see " + program.output()));
      pidFile.write(new PidFile.Entry(identity, program.digest()));
      current = identity;
      starts++;
      changed.signalAll();
      LOG.info("{}: started as process {}", program.name(), identity.pid());
      return process.toHandle();
    } finally {
      lock.unlock();
    }
  }

  private void watch(ProcessHandle first) {
    ProcessHandle handle = first;
    int deaths = 0;
    long since = System.nanoTime();
    while (true) {
      if (handle != null) {
        handle.onExit().join();
        deaths = backoff.isCalm(Duration.ofNanos(System.nanoTime() - since)) ? 1 : deaths + 1;
      } else {
        deaths++;
      }
      if (isClosingAfter(backoff.pause(deaths))) {
        return;
      }
      since = System.nanoTime();
      handle = relaunch();
    }
  }

  private ProcessHandle relaunch() {
    try {
      return launch();
    } catch (IOException e) {
      LOG.error("{}: cannot be started: {}", program.name(), e.getMessage());
      return null;
    }
  }

  /** Waits before the next start; true when there must be none. */
  private boolean isClosingAfter(Duration pause) {
    lock.lock();
    try {
      if (!closing) {
        LOG.error(
            "{}: ended unexpectedly, starting it again in {} ms, see {}",
            program.name(),
            pause.toMillis(),
            program.output());
      }
      long left = pause.toNanos();
      while (!closing && left > 0) {
        left = changed.awaitNanos(left);
      }
      return closing;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void setCurrent(ProcessIdentity identity) {
    lock.lock();
    try {
      current = identity;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the process and waits until it is gone; it is not started again. */
  public void stop() throws IOException, InterruptedException {
    ProcessIdentity last;
    lock.lock();
    try {
      closing = true;
      last = current;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (last != null && !ending.end(last)) {
      LOG.warn(
          "{}: did not stop within {} s and was killed",
          program.name(),
          ending.patience().toSeconds());
    }
    pidFile.delete();
  }
}
