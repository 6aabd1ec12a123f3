package org.bora.backend.serve;

import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the whole process stood still: it was stopped, its machine was suspended, or its
 * memory was swapped out. Meanwhile frontends have abandoned its calls, and another backend has
 * answered the callers. The process itself learns this only some milliseconds after it wakes up,
 * when it reads from its connections. Until then the clock shows it: a timer that should have run
 * several times has not run.
 *
 * <p>Thread safe; a check costs two memory reads and one clock read.
 */
public final class Standstill {
  private static final Logger LOG = LoggerFactory.getLogger(Standstill.class);
  private static final Duration TICK = Duration.ofMillis(200);

  /** Frontends wait longer for a backend (link.silence, 3 s unless set otherwise). */
  static final Duration NOTICED = Duration.ofSeconds(2);

  /**
   * Calls that were sent to a frozen process begin when it resumes. For this time no frontend sends
   * new ones, because it waits for several good answers first.
   */
  static final Duration AFTERMATH = Duration.ofMillis(500);

  private final LongSupplier nanos;

  /** When the timer ran. */
  private volatile long tick;

  /** Calls that began earlier may have been given up. */
  private volatile long trusted;

  private volatile boolean watched;

  /**
   * Detects nothing until {@link #watch} or {@link #tick}.
   *
   * @param nanos as {@link System#nanoTime}, which continues while a process is stopped
   */
  public Standstill(LongSupplier nanos) {
    this.nanos = nanos;
    this.tick = nanos.getAsLong();
    this.trusted = tick;
  }

  /**
   * Runs the timer until the result is closed. It has its own thread, because a tick that waits for
   * other work would be a false alarm.
   */
  Ticking watch() {
    return watch(Thread.ofPlatform().daemon().name("standstill").factory());
  }

  /** The same on a thread of this factory. */
  public Ticking watch(ThreadFactory threads) {
    AtomicBoolean closed = new AtomicBoolean();
    threads
        .newThread(
            () -> {
              while (!closed.get()) {
                tick();
                LockSupport.parkNanos(TICK.toNanos());
              }
              watched = false;
            })
        .start();
    return () -> closed.set(true);
  }

  /** Ends the timer. */
  public interface Ticking extends AutoCloseable {
    @Override
    void close();
  }

  void tick() {
    long now = nanos.getAsLong();
    long still = now - tick;
    if (watched && still > NOTICED.toNanos()) {
      trusted = now + AFTERMATH.toNanos();
      LOG.warn(
          "this process was paused for {} ms: its calls in progress make no more changes, because"
              + " frontends no longer wait for them",
          TimeUnit.NANOSECONDS.toMillis(still));
    }
    tick = now; // after what it stands for
    watched = true;
  }

  /** The time, for {@link #mayHaveGivenUp}. */
  long now() {
    return nanos.getAsLong();
  }

  /** Whether a frontend may have given up a call that began then. */
  boolean mayHaveGivenUp(long begun) {
    return watched && (nanos.getAsLong() - tick > NOTICED.toNanos() || begun - trusted < 0);
  }
}
