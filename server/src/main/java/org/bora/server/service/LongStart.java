package org.bora.server.service;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A part of the start that may take long, as long as it makes progress: it asks the service manager
 * again and again to wait. If one step takes too long, it stops asking, and the manager ends the
 * start after {@link #AHEAD} or after its own time-out.
 *
 * <p>Life cycle: {@link #begin}, {@link #done} if it succeeded, then {@link #close}. Thread safe.
 */
public final class LongStart implements AutoCloseable {
  /** The requested extension; also the minimum for the rest of the start after a step has ended. */
  static final Duration AHEAD = Duration.ofMinutes(2);

  private static final Duration BEAT = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(LongStart.class);

  private final NotifySocket manager;
  private final long longestNanos;
  private final LongSupplier nanoTime;
  private final long began;
  private final CountDownLatch over = new CountDownLatch(1);
  private String step;
  private long since;
  private boolean late;
  private boolean asked;

  /** Without a thread that beats. */
  LongStart(NotifySocket manager, String first, Duration longest, LongSupplier nanoTime) {
    this.manager = Objects.requireNonNull(manager, "manager");
    this.step = Objects.requireNonNull(first, "first");
    this.longestNanos = longest.toNanos();
    this.nanoTime = Objects.requireNonNull(nanoTime, "nanoTime");
    this.began = nanoTime.getAsLong();
    this.since = began;
  }

  /**
   * Begins with a step, which is reported only if it takes long.
   *
   * @param longest duration of a step
   */
  public static LongStart begin(NotifySocket manager, String first, Duration longest) {
    return begin(manager, first, longest, BEAT);
  }

  /**
   * The same.
   *
   * @param beat time between two messages
   */
  static LongStart begin(NotifySocket manager, String first, Duration longest, Duration beat) {
    LongStart start = new LongStart(manager, first, longest, System::nanoTime);
    if (manager.isThere()) {
      Thread.ofPlatform().daemon().name("long start").start(() -> start.run(beat));
    }
    return start;
  }

  private void run(Duration beat) {
    try {
      while (!over.await(beat.toMillis(), TimeUnit.MILLISECONDS)) {
        beat();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the previous step and begins this one; a new step is reported at once. */
  public synchronized void step(String what) {
    since = nanoTime.getAsLong();
    late = false;
    if (!what.equals(step)) {
      step = what;
      beat();
    }
  }

  /** Requests more time, if it is needed. */
  synchronized void beat() {
    if (over.getCount() == 0 || late) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (now - since > longestNanos) {
      late = true;
      LOG.warn(
          "the start has made no progress for {} s, so the service manager is no longer asked to"
              + " extend its time-out: {}",
          TimeUnit.NANOSECONDS.toSeconds(now - since),
          step);
      return;
    }
    long minutes = TimeUnit.NANOSECONDS.toMinutes(now - began);
    asked = true;
    manager.patience(AHEAD, minutes == 0 ? step : step + " (for " + minutes + " min)");
  }

  /**
   * It came to a good end: the rest of the start has its time from now on, and is not shown as
   * this.
   */
  public synchronized void done(String what) {
    if (asked && over.getCount() != 0) {
      manager.patience(AHEAD, what);
    }
    close();
  }

  /** Asks no more. */
  @Override
  public synchronized void close() {
    over.countDown();
  }
}
