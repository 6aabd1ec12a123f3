package org.bora.backend.sweep;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bora.backend.database.Transactions;
import org.bora.backend.duty.Duty;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.BookAudit;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.buffer.TapeEngines;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps every so often, from construction to {@link #close}. Rounds of one backend follow each
 * other; those of several backends may overlap.
 */
public final class Sweep implements Duty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  private static final String OVERDUE_PUTS = "overdue puts";
  private static final String ORPHAN_UPLOADS = "orphan uploads";
  private static final String LATE_UPLOADS = "late uploads";
  private static final String ENDED_REQUESTS = "ended requests";
  private static final String BOOKS = "mistakes in the books";
  private static final String RESIDUES = "residues of releases and recalls";

  private final OverduePuts overduePuts;
  private final OrphanUploads orphanUploads;
  private final LateUploads lateUploads;
  private final Residues residues;
  private final EndedRequests endedRequests;
  private final BookAudit bookAudit;
  private final SweepTurnTable turns = new SweepTurnTable();
  private final Transactions transactions;
  private final SweepSettings settings;
  private final List<SweepPart> others;
  private final TokenSource tokens;
  private final Map<String, LongAdder> done = new ConcurrentHashMap<>();
  private final ScheduledFuture<?> schedule;
  private volatile boolean resting;
  private volatile boolean busy;

  /**
   * Begins to sweep.
   *
   * @param others what other features have swept
   * @param executor runs the rounds; it is the caller's to close, after this
   */
  public Sweep(
      SweepSettings settings,
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      TokenSource tokens,
      List<SweepPart> others,
      ScheduledExecutorService executor) {
    this.overduePuts =
        new OverduePuts(
            transactions, new PutEnding(transactions, new PutTable(), locator, books), settings);
    this.orphanUploads = new OrphanUploads(transactions, locator, settings);
    this.lateUploads = new LateUploads(transactions, locator, settings);
    TapeEngines engines = new TapeEngines();
    this.residues = new Residues(transactions, locator, engines, settings);
    this.bookAudit = new BookAudit(transactions, locator, books, engines, settings.orphanGrace());
    this.transactions = transactions;
    this.settings = settings;
    this.endedRequests = new EndedRequests(transactions, settings);
    this.others = List.copyOf(others);
    this.tokens = tokens;
    // told as 0 before the first round: who watches a counter does not see what it begins with
    Stream.concat(
            Stream.of(OVERDUE_PUTS, ORPHAN_UPLOADS, LATE_UPLOADS, ENDED_REQUESTS, BOOKS, RESIDUES),
            this.others.stream().map(SweepPart::name))
        .forEach(name -> done.put(name, new LongAdder()));
    long millis = settings.interval().toMillis();
    this.schedule =
        executor.scheduleWithFixedDelay(this::due, millis, millis, TimeUnit.MILLISECONDS);
  }

  private void due() {
    if (resting) {
      return;
    }
    busy = true;
    try {
      round();
    } finally {
      busy = false;
    }
  }

  /** One round, now. A part that fails is logged and does not stop the others. */
  public Swept round() {
    Instant now = tokens.now();
    return new Swept(
        part(OVERDUE_PUTS, overduePuts::sweep, now),
        part(LATE_UPLOADS, lateUploads::sweep, now)
            + part(ORPHAN_UPLOADS, orphanUploads::sweep, now),
        part(ENDED_REQUESTS, endedRequests::sweep, now),
        part(BOOKS, this::audit, now)
            + part(RESIDUES, residues::sweep, now)
            + others.stream().mapToInt(other -> part(other.name(), other.work(), now)).sum());
  }

  /** Slow and rare, as the walk for orphans: one backend at a time. */
  private int audit(Instant now) {
    return transactions.run(sql -> turns.take(sql, "books", now, settings.orphanInterval()))
        ? bookAudit.run(now)
        : 0;
  }

  private int part(String name, ToIntFunction<Instant> sweep, Instant now) {
    try {
      int some = sweep.applyAsInt(now);
      done.get(name).add(some);
      if (some > 0) {
        LOG.info("swept {}: {}", name, some);
      }
      return some;
    } catch (RuntimeException e) {
      // The next round tries again; an exception would end the schedule.
      LOG.error("sweeping {} failed", name, e);
      return 0;
    }
  }

  /** How many things were ended, removed or mended since the start, by what they are. */
  public Map<String, Long> totals() {
    Map<String, Long> totals = new TreeMap<>();
    done.forEach((name, count) -> totals.put(name, count.sum()));
    return totals;
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
    return busy ? 1 : 0;
  }

  /** Ends the schedule; a round that runs is finished by the executor. */
  @Override
  public void close() {
    schedule.cancel(false);
  }
}
