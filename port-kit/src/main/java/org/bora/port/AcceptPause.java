package org.bora.port;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops accepting connections for a moment when the kernel refuses one because the process has no
 * free file descriptor. Connections wait in the kernel's queue meanwhile. Without a pause the
 * kernel would report them at once again, and the selector would spin.
 *
 * <p>Called by the accepting thread; logs once at the beginning of the problem and once at its end.
 */
final class AcceptPause {

  /** Long enough to cost nothing, short enough for clients not to notice. */
  static final Duration PAUSE = Duration.ofMillis(500);

  private static final Logger LOG = LoggerFactory.getLogger(AcceptPause.class);

  private final Runnable stop;
  private final Runnable goOn;
  private final BiConsumer<Runnable, Duration> timer;
  private final LongSupplier nanoTime;
  private volatile boolean inTrouble;
  private long since;

  /**
   * @param stop stops accepting
   * @param goOn accepts again, unless the port has been closed meanwhile
   * @param timer runs a task after a time
   * @param nanoTime as {@link System#nanoTime}
   */
  AcceptPause(
      Runnable stop, Runnable goOn, BiConsumer<Runnable, Duration> timer, LongSupplier nanoTime) {
    this.stop = stop;
    this.goOn = goOn;
    this.timer = timer;
    this.nanoTime = nanoTime;
  }

  /** The kernel did not hand over a connection that is there. */
  void refused(IOException cause) {
    if (!inTrouble) {
      inTrouble = true;
      since = nanoTime.getAsLong();
      LOG.error(
          "cannot accept connections: {}. New connections wait, and the port retries every {}"
              + " ms. If file descriptors are used up, raise LimitNOFILE of the service",
          cause.getMessage(),
          PAUSE.toMillis());
    }
    stop.run();
    timer.accept(goOn, PAUSE);
  }

  /** A connection was accepted. */
  void accepted() {
    if (inTrouble) {
      inTrouble = false;
      LOG.warn(
          "connections are accepted again, after {} s",
          TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong() - since));
    }
  }
}
