package org.bora.backend.database;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks a database with several servers regularly, so that connections leave a hanging server even
 * if no one asks for the backend's health ({@link DatabaseNeed}). Runs from construction to {@link
 * #close}.
 */
public final class DatabaseWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DatabaseWatch.class);

  private final DatabaseNeed need;
  private final Executor executor;
  private final AtomicBoolean looking = new AtomicBoolean();
  private final ScheduledFuture<?> schedule;
  private volatile boolean closed;
  private boolean well = true;

  /**
   * Begins to look.
   *
   * @param every the time between two looks
   * @param timer begins them
   * @param executor runs them; they wait for servers that are silent
   */
  public DatabaseWatch(
      Database database, Duration every, ScheduledExecutorService timer, Executor executor) {
    this.need = new DatabaseNeed(database);
    this.executor = Objects.requireNonNull(executor, "executor");
    long millis = every.toMillis();
    this.schedule =
        timer.scheduleWithFixedDelay(this::begin, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void begin() {
    if (!looking.compareAndSet(false, true)) {
      return; // the one before still waits
    }
    try {
      executor.execute(this::look);
    } catch (RejectedExecutionException stopping) {
      looking.set(false);
    }
  }

  private void look() {
    try {
      tell(need.trouble());
    } catch (RuntimeException e) {
      LOG.error("the check of the database failed; it is repeated", e);
    } finally {
      looking.set(false);
      if (closed) {
        need.close(); // what this look has opened
      }
    }
  }

  private void tell(Optional<String> trouble) {
    if (trouble.isEmpty() != well) {
      well = trouble.isEmpty();
      if (well) {
        LOG.info("the database answers again");
      } else {
        LOG.warn("{}", trouble.get());
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    schedule.cancel(false);
    need.close();
  }
}
