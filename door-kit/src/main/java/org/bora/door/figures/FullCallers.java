package org.bora.door.figures;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.bora.api.word.LogText;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs connections that were closed because their caller had too many busy ones. The client gets no
 * reason, so the log has it: once a minute for each caller, and only for a few callers, because a
 * client that reconnects at once would fill the log. Thread safe; never waits.
 */
public final class FullCallers {
  private static final Logger LOG = LoggerFactory.getLogger(FullCallers.class);
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  /** Of so many callers there is a line in a minute. */
  static final int MOST_CALLERS = 10;

  /** Writes the line for the administrator. */
  @FunctionalInterface
  interface Line {
    /**
     * Writes a line.
     *
     * @param before how many were closed since the last line without one of their own
     */
    void write(String dn, String host, long before);
  }

  private final LongAdder closed = new LongAdder();
  private final Map<String, Long> told = new HashMap<>();
  private final LongSupplier nanos;
  private final Line line;
  private long untold;

  /**
   * @param nanos as {@link System#nanoTime}
   */
  public FullCallers(LongSupplier nanos) {
    this(
        nanos,
        (dn, host, before) ->
            LOG.warn(
                "a connection from {} was closed after its handshake: its caller has as many at"
                    + " work as connections.per-caller allows ({} more were closed since the last"
                    + " such line); let its clients use fewer, or raise that setting. dn={}",
                LogText.of(host),
                before,
                LogText.of(dn)));
  }

  FullCallers(LongSupplier nanos, Line line) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.line = Objects.requireNonNull(line, "line");
  }

  /**
   * One was closed.
   *
   * @param host address of the client
   */
  public void closed(String dn, String host) {
    closed.increment();
    long before = take(dn);
    if (before >= 0) {
      line.write(dn, host, before);
    }
  }

  /** The number omitted before; negative if this one is omitted. */
  private synchronized long take(String dn) {
    long now = nanos.getAsLong();
    told.values().removeIf(since -> now - since >= MINUTE_NANOS);
    if (told.containsKey(dn) || told.size() >= MOST_CALLERS) {
      untold++;
      return -1;
    }
    told.put(dn, now);
    long before = untold;
    untold = 0;
    return before;
  }

  /** How many were closed since the start. */
  public long total() {
    return closed.sum();
  }
}
