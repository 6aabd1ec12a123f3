package org.bora.backend.operation.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.backend.database.Dialogue;
import org.bora.backend.database.Transactions;
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.TokenSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Every second, stops copies that were aborted on any backend, and pauses suspended ones. Every
 * third of a lease, renews this backend's lease, and ends the copies of backends whose lease has
 * expired. Works from construction to {@link #close}.
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
  private final CopyEnds ends;
  private final OpenEnds openEnds;
  private final AtomicBoolean busy = new AtomicBoolean();

  private Instant leaseDue = Instant.EPOCH;
  private Optional<ScheduledFuture<?>> schedule = Optional.empty();

  /**
   * Ends files.
   *
   * @param open ends that could not be stored yet
   * @param told receives the end of each file
   */
  record Endings(CopyEnding ending, OpenEnds open, CopyEnds told) {}

  CopyWatch(
      Transactions transactions,
      Endings endings,
      CopyQueue queue,
      RequestToken backend,
      Duration lease,
      TokenSource tokens) {
    this.transactions = transactions;
    this.ending = endings.ending();
    this.openEnds = endings.open();
    this.ends = endings.told();
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
      LOG.error("the check of running copies failed; it is repeated", e);
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
    renew(now);
    return endAbandoned(now);
  }

  /** Only for files of this backend, because no other one would end them. */
  private void renew(Instant now) {
    Set<RequestToken> here = new HashSet<>();
    queue.jobs().forEach(job -> here.add(job.key().token()));
    openEnds.jobs().forEach(job -> here.add(job.key().token()));
    if (!here.isEmpty()) {
      transactions.run(
          sql -> {
            copies.renew(sql, backend, here, now.plus(lease));
            return now;
          });
    }
  }

  /**
   * A copy that runs here and is not open in the database any more was ended elsewhere: it is
   * stopped. What waits beyond its time is ended.
   */
  private void look(Instant now) {
    List<CopyJob> jobs = queue.jobs();
    if (!jobs.isEmpty()) {
      Map<CopyKey, Boolean> open = transactions.read(sql -> copies.openAt(sql, backend));
      for (CopyJob job : jobs) {
        Boolean suspended = open.get(job.key());
        if (suspended != null && !now.isBefore(job.head().deadline()) && queue.remove(job)) {
          openEnds.add(job, new OpenEnds.End.Failed(Errand.TIME_OVER));
        } else if (suspended != null) {
          job.suspend(suspended);
        } else if (queue.remove(job)) {
          openEnds.add(job, new OpenEnds.End.Elsewhere());
        } else {
          job.stop().raise();
        }
      }
    }
    openEnds.tell();
    queue.dispatch();
  }

  private int endAbandoned(Instant now) {
    int all = 0;
    while (true) {
      Map<CopyKey, CopyRow> some = new LinkedHashMap<>();
      transactions.talk(dialogue -> endSome(dialogue, now, some));
      some.values().forEach(row -> ends.ended(CopyEnds.End.of(Optional.empty(), row)));
      all += some.size();
      if (some.size() < BATCH) {
        if (all > 0) {
          LOG.info("{} copies of backends that are gone were ended", all);
        }
        return all;
      }
    }
  }

  /**
   * Ends a batch. An attempt may be committed without an answer, and the next one no longer finds
   * its rows, so the files that it has ended stay among those to be reported.
   */
  private Map<CopyKey, CopyRow> endSome(Dialogue dialogue, Instant now, Map<CopyKey, CopyRow> all) {
    if (!dialogue.isPerhapsDone()) {
      all.clear();
    }
    JdbcClient sql = dialogue.ask();
    for (CopyRow row : copies.takeAbandoned(sql, now, BATCH)) {
      all.put(CopyKey.of(row), ending.end(sql, row, Optional.of(CopyRun.RESTARTED)));
    }
    return all;
  }

  @Override
  public void close() {
    schedule.ifPresent(all -> all.cancel(false));
  }
}
