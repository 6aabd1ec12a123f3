package org.bora.backend.operation.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Every second: stops what was aborted, on whichever backend, and holds what was suspended. Every
 * third of a lease: says that this backend lives, and ends the copies of those that have not said
 * so. From construction to {@link #close}.
 */
final class CopyWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CopyWatch.class);
  private static final long EVERY_MILLIS = 1000;
  private static final int BATCH = 200;

  private final Transactions transactions;
  private final CopyTable copies = new CopyTable();
  private final CopyEnding ending;
  private final CopyQueue queue;
  private final RequestToken backend;
  private final Duration lease;
  private final TokenSource tokens;
  private final AtomicBoolean busy = new AtomicBoolean();
  private Instant leaseDue = Instant.EPOCH;
  private Optional<ScheduledFuture<?>> schedule = Optional.empty();

  CopyWatch(
      Transactions transactions,
      CopyEnding ending,
      CopyQueue queue,
      RequestToken backend,
      Duration lease,
      TokenSource tokens) {
    this.transactions = transactions;
    this.ending = ending;
    this.queue = queue;
    this.backend = backend;
    this.lease = lease;
    this.tokens = tokens;
  }

  /**
   * Begins to watch.
   *
   * @param executor runs the rounds, which wait for the database
   */
  void start(ScheduledExecutorService timer, Executor executor) {
    schedule =
        Optional.of(
            timer.scheduleWithFixedDelay(
                () -> executor.execute(this::quietRound),
                EVERY_MILLIS,
                EVERY_MILLIS,
                TimeUnit.MILLISECONDS));
  }

  private void quietRound() {
    if (!busy.compareAndSet(false, true)) {
      return; // the one before still waits for the database
    }
    try {
      round();
    } catch (RuntimeException e) {
      LOG.error("copies could not be looked after", e);
    } finally {
      busy.set(false);
    }
  }

  /** One round, now. Returns how many copies of other backends were ended. */
  int round() {
    Instant now = tokens.now();
    look(now);
    if (now.isBefore(leaseDue)) {
      return 0;
    }
    leaseDue = now.plus(lease.dividedBy(3));
    if (!queue.jobs().isEmpty()) {
      transactions.run(
          sql -> {
            copies.renew(sql, backend, now.plus(lease));
            return now;
          });
    }
    return endAbandoned(now);
  }

  /**
   * What is here but not open in the database any more was ended by somebody: it is stopped. What
   * waits beyond its time is ended.
   */
  private void look(Instant now) {
    List<CopyJob> jobs = queue.jobs();
    if (jobs.isEmpty()) {
      return;
    }
    Map<CopyKey, Boolean> open = transactions.read(sql -> copies.openAt(sql, backend));
    for (CopyJob job : jobs) {
      Boolean suspended = open.get(job.key());
      if (suspended != null && !now.isBefore(job.head().deadline()) && queue.remove(job)) {
        ending.end(job.key(), Optional.of(Errand.TIME_OVER));
      } else if (suspended != null) {
        job.suspend(suspended);
      } else if (!queue.remove(job)) {
        job.stop().raise();
      }
    }
    queue.dispatch();
  }

  private int endAbandoned(Instant now) {
    int all = 0;
    while (true) {
      int some =
          transactions.run(
              sql -> {
                List<CopyRow> rows = copies.takeAbandoned(sql, now, BATCH);
                rows.forEach(row -> ending.end(sql, row, Optional.of(CopyRun.RESTARTED)));
                return rows.size();
              });
      all += some;
      if (some < BATCH) {
        if (all > 0) {
          LOG.info("{} copies of backends that are gone were ended", all);
        }
        return all;
      }
    }
  }

  @Override
  public void close() {
    schedule.ifPresent(all -> all.cancel(false));
  }
}
