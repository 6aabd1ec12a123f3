package org.bora.server.wire;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.duty.Duty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats work on its own thread, so that it may take hours without delaying other work. It never
 * runs twice at a time. {@link #close} ends the repetition; running work continues until the
 * threads of the process are interrupted.
 */
final class Repeated implements Duty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Repeated.class);

  private final String name;
  private final Runnable work;
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Failures since its last success, each kind once; only for the thread that runs it. */
  private final Set<Class<?>> told = new HashSet<>();

  private final ScheduledFuture<?> schedule;
  private volatile boolean resting;

  private Repeated(Duration pause, String name, Runnable work, Threads threads) {
    this.name = name;
    this.work = work;
    long millis = pause.toMillis();
    this.schedule =
        threads
            .timer()
            .scheduleWithFixedDelay(() -> start(threads), millis, millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Begins.
   *
   * @param pause between a start and the next
   * @param name for the log
   */
  static Repeated every(Duration pause, String name, Runnable work, Threads threads) {
    return new Repeated(pause, name, work, threads);
  }

  /** Does it now, too, and not only after the first pause. */
  Repeated atOnce(Threads threads) {
    start(threads);
    return this;
  }

  private void start(Threads threads) {
    if (!resting && busy.compareAndSet(false, true)) {
      try {
        threads.calls().execute(this::run);
      } catch (RejectedExecutionException stopping) {
        busy.set(false);
      }
    }
  }

  private void run() {
    try {
      work.run();
      if (!told.isEmpty()) {
        LOG.info("{}: goes on", name);
        told.clear();
      }
    } catch (RuntimeException | Error e) {
      // the next time tries again, and may fail again every few seconds for hours
      if (told.add(e.getClass())) {
        LOG.error("{}: failed", name, e);
      } else {
        LOG.debug("{}: failed again", name, e);
      }
    } finally {
      busy.set(false);
    }
  }

  @Override
  public void rest() {
    resting = true;
  }

  @Override
  public void resume() {
    resting = false;
  }

  @Override
  public int atWork() {
    return busy.get() ? 1 : 0;
  }

  @Override
  public void close() {
    schedule.cancel(false);
  }
}
