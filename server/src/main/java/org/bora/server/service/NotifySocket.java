package org.bora.server.service;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.DatagramCalls;
import org.bora.storage.linux.Errno;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the service manager that this process serves: systemd, or another one with its protocol
 * (sd_notify(3)). Without a manager it does nothing. If the manager cannot be reached, the log says
 * so once, because the manager will end this process. Thread safe.
 */
public final class NotifySocket {
  private static final Logger LOG = LoggerFactory.getLogger(NotifySocket.class);

  /** A status is one line on an administrator's screen. */
  private static final int LONGEST_STATUS = 300;

  private final Optional<String> socket;
  private final Optional<Duration> watchdog;
  private final AtomicBoolean lost = new AtomicBoolean();
  private volatile boolean ends;

  private NotifySocket(Optional<String> socket, Optional<Duration> watchdog) {
    this.socket = socket;
    this.watchdog = watchdog;
  }

  /**
   * The socket named in the environment.
   *
   * @param environment {@code NOTIFY_SOCKET}, {@code WATCHDOG_USEC}, {@code WATCHDOG_PID}
   * @param pid of this process: a watchdog of its parent is not its own
   */
  public static NotifySocket of(Map<String, String> environment, long pid) {
    Objects.requireNonNull(environment, "environment");
    Optional<String> socket =
        Optional.ofNullable(environment.get("NOTIFY_SOCKET"))
            .filter(name -> name.startsWith("/") || name.startsWith("@"));
    String watched = environment.getOrDefault("WATCHDOG_PID", Long.toString(pid));
    Optional<Duration> watchdog =
        watched.equals(Long.toString(pid))
            ? micros(environment.getOrDefault("WATCHDOG_USEC", ""))
            : Optional.empty();
    return new NotifySocket(socket, socket.isPresent() ? watchdog : Optional.empty());
  }

  /** Without a service manager. */
  public static NotifySocket nobody() {
    return new NotifySocket(Optional.empty(), Optional.empty());
  }

  private static Optional<Duration> micros(String text) {
    try {
      return Optional.of(Long.parseLong(text))
          .filter(micros -> micros > 0)
          .map(micros -> Duration.ofNanos(Math.multiplyExact(micros, 1000L)));
    } catch (NumberFormatException | ArithmeticException none) {
      return Optional.empty();
    }
  }

  /** After how much silence it ends this process; empty where it does not. */
  public Optional<Duration> watchdog() {
    return watchdog;
  }

  /** Says that clients are served now. */
  public void ready(String where) {
    tell("READY=1\n" + status("serving at " + where));
  }

  /** Reports the current step, for {@code systemctl status}. */
  public void doing(String what) {
    tell(status(what));
  }

  /** Whether a service manager waits for the start. */
  boolean isThere() {
    return socket.isPresent();
  }

  /**
   * Requests this much time from now; the regular time is not shortened. Without effect after the
   * stop has begun, which would be extended too.
   *
   * @param what the current step
   */
  void patience(Duration time, String what) {
    if (!ends) {
      tell(
          "EXTEND_TIMEOUT_USEC="
              + TimeUnit.NANOSECONDS.toMicros(time.toNanos())
              + "\n"
              + status(what));
    }
  }

  /** Says that the end has begun, and that it is no mishap. */
  public void stopping() {
    ends = true;
    tell("STOPPING=1\n" + status("stopping"));
  }

  /** Says that this process is alive. */
  void alive() {
    tell("WATCHDOG=1");
  }

  private static String status(String text) {
    String line = text.replaceAll("\\p{Cntrl}", " ");
    return "STATUS=" + line.substring(0, Math.min(line.length(), LONGEST_STATUS));
  }

  private void tell(String text) {
    if (socket.isEmpty()) {
      return;
    }
    long sent;
    try (CallFrame frame = new CallFrame()) {
      sent = DatagramCalls.send(frame, socket.get(), text);
    }
    if (sent < 0 && lost.compareAndSet(false, true)) {
      LOG.warn(
          "cannot notify the service manager at {} ({}): it may end this process",
          socket.get(),
          Errno.name((int) -sent));
    }
  }
}
