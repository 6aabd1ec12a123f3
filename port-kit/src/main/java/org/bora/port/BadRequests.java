package org.bora.port;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http.HttpException;

/**
 * Logs why requests could not be parsed; clients do not get the reason. Any caller can cause such
 * lines, so there is at most one line per second, with the number of unlogged requests. Thread
 * safe.
 */
final class BadRequests {

  private static final long BETWEEN_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int LONGEST = 300;

  private final LongSupplier nanoTime;
  private final AtomicLong fromNanos;
  private final AtomicLong untold = new AtomicLong();

  /**
   * @param nanoTime as {@link System#nanoTime}
   */
  BadRequests(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.fromNanos = new AtomicLong(nanoTime.getAsLong());
  }

  /**
   * The log line for a request; empty if one was logged a moment ago.
   *
   * @param from address of the client
   * @param failure Jetty's exception, with its causes
   */
  Optional<String> line(String from, String method, int status, Throwable failure) {
    long now = nanoTime.getAsLong();
    long due = fromNanos.get();
    if (now - due < 0 || !fromNanos.compareAndSet(due, now + BETWEEN_NANOS)) {
      untold.incrementAndGet();
      return Optional.empty();
    }
    long others = untold.getAndSet(0);
    String line = method + " request from " + from + " is answered " + status + ":" + why(failure);
    return Optional.of(safe(line) + (others == 0 ? "" : " (and " + others + " others before)"));
  }

  private static String why(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(all.isEmpty() ? " " : ", because of ").append(told(cause));
    }
    return all.toString();
  }

  /** Jetty's reason names no value. Of anything else that is not known: a URL may hold a secret. */
  private static String told(Throwable one) {
    StackTraceElement[] stack = one.getStackTrace();
    String where = stack.length == 0 ? "" : " at " + stack[0];
    return one instanceof HttpException http && http.getReason() != null
        ? http.getReason()
        : one.getClass().getName() + where;
  }

  /** Some of it is what the client sent. */
  private static String safe(String line) {
    StringBuilder safe = new StringBuilder();
    line.chars().limit(LONGEST).forEach(c -> safe.append(c >= ' ' && c <= '~' ? (char) c : '?'));
    return safe.toString();
  }
}
