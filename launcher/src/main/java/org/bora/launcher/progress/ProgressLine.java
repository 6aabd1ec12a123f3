package org.bora.launcher.progress;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Shows progress: on a terminal, one line that is rewritten and erased at the end; elsewhere, a
 * line per minute. Thread safe.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long REWRITTEN_NANOS = Duration.ofMillis(500).toNanos();
  private static final long NEW_LINE_NANOS = Duration.ofMinutes(1).toNanos();

  /** A line that is broken at the edge of the terminal could not be written again. */
  private static final int WIDTH = 79;

  private static final String FROM_THE_START = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final LongSupplier nanoTime;
  private long last;
  private boolean shown;
  private boolean closed;

  /**
   * @param terminal whether {@code out} is one
   */
  public ProgressLine(PrintWriter out, boolean terminal, LongSupplier nanoTime) {
    this.out = Objects.requireNonNull(out, "out");
    this.terminal = terminal;
    this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
    this.last = nanoTime.getAsLong();
  }

  /** Tells it, unless it told something a moment ago. */
  public synchronized void show(Progress progress) {
    long now = nanoTime.getAsLong();
    if (closed || now - last < (terminal ? REWRITTEN_NANOS : NEW_LINE_NANOS)) {
      return;
    }
    last = now;
    if (terminal) {
      String text = progress.text();
      shown = true;
      out.print(FROM_THE_START + text.substring(0, Math.min(text.length(), WIDTH)));
      out.flush();
    } else {
      out.println(progress.text());
    }
  }

  /** Takes the line away; tells nothing more. */
  @Override
  public synchronized void close() {
    closed = true;
    if (shown) {
      shown = false;
      out.print(FROM_THE_START);
      out.flush();
    }
  }
}
