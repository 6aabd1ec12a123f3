package org.bora.devtools.suite;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/**
 * Ends a process and its descendants when the process has been silent for too long: a test that
 * hangs beyond its own time-out must fail instead of running for ever. Watches from construction to
 * {@link #close}.
 */
final class Watchdog implements AutoCloseable {
  private final Process watched;
  private final Duration patience;
  private final LongSupplier nanos;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final ScheduledExecutorService executor;
  private final ScheduledFuture<?> looking;
  private volatile long heard;

  /**
   * @param nanos a clock that only moves on, in nanoseconds
   * @param look how often to look
   */
  Watchdog(Process watched, Duration patience, Duration look, LongSupplier nanos) {
    this.watched = Objects.requireNonNull(watched, "watched");
    this.patience = Objects.requireNonNull(patience, "patience");
    this.nanos = Objects.requireNonNull(nanos, "nanos");
    this.heard = nanos.getAsLong();
    this.executor =
        Executors.newSingleThreadScheduledExecutor(
            work -> Thread.ofPlatform().daemon().name("watchdog").unstarted(work));
    this.looking =
        executor.scheduleWithFixedDelay(
            this::look, look.toNanos(), look.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** A sign of life. */
  void hear() {
    heard = nanos.getAsLong();
  }

  /** Whether it had to end the process. */
  boolean ended() {
    return ended.get();
  }

  private void look() {
    if (nanos.getAsLong() - heard > patience.toNanos() && ended.compareAndSet(false, true)) {
      // the children first: once their parent is gone they cannot be told from others
      watched.descendants().toList().forEach(ProcessHandle::destroyForcibly);
      watched.destroyForcibly();
    }
  }

  @Override
  public void close() {
    looking.cancel(false);
    executor.shutdown();
  }
}
