package org.bora.backend.sweep;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.bora.backend.database.Transactions;
import org.bora.backend.duty.Duty;
import org.bora.backend.duty.Round;
import org.bora.backend.engines.TapeEngines;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.BookAudit;
import org.bora.backend.space.OldSpaces;
import org.bora.backend.space.SpaceBooks;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sweeps at intervals, from construction to {@link #close}. Each part has its own rounds, and each
 * part that walks a filesystem has its own rounds for each area, so a hanging part delays no other
 * part and no other area. Rounds of several backends may overlap.
 */
public final class Sweep implements Duty, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

  private static final String OVERDUE_PUTS = "overdue puts";
  private static final String ORPHAN_UPLOADS = "orphan uploads";
  private static final String LATE_UPLOADS = "late uploads";
  private static final String ENDED_REQUESTS = "ended requests";
  private static final String BOOKS = "mistakes in the books";
  private static final String OLD_SPACES = "old spaces";
  private static final String RESIDUES = "residues of releases and recalls";

  private final List<Part> parts;
  private final SweepTurnTable turns = new SweepTurnTable();
  private final Transactions transactions;
  private final SweepSettings settings;
  private final TokenSource tokens;
  private final Map<String, LongAdder> done = new ConcurrentHashMap<>();
  private final ScheduledFuture<?> schedule;
  private volatile boolean resting;

  /** The data to sweep. */
  public record Ground(
      Transactions transactions, Locator locator, SpaceBooks books, TokenSource tokens) {
    public Ground {
      Objects.requireNonNull(transactions, "transactions");
      Objects.requireNonNull(locator, "locator");
      Objects.requireNonNull(books, "books");
      Objects.requireNonNull(tokens, "tokens");
    }
  }

  private record Part(String name, ToIntFunction<Instant> work, Round rounds) {}

  /**
   * Begins to sweep.
   *
   * @param others what other features have swept
   * @param timer starts the rounds; it is the caller's to close, after this
   * @param executor runs a thread for each round, which may take hours; the same
   */
  public Sweep(
      SweepSettings settings,
      Ground ground,
      List<SweepPart> others,
      ScheduledExecutorService timer,
      Executor executor) {
    this.transactions = ground.transactions();
    this.settings = settings;
    this.tokens = ground.tokens();
    this.parts =
        Stream.of(overall(ground), ofAreas(ground), List.of(counters(ground)), others)
            .flatMap(List::stream)
            .map(part -> part(part, executor))
            .toList();
    // told as 0 before the first round: who watches a counter does not see what it begins with
    parts.forEach(part -> done.put(part.name(), new LongAdder()));
    long millis = settings.interval().toMillis();
    this.schedule = timer.scheduleWithFixedDelay(this::wake, millis, millis, TimeUnit.MILLISECONDS);
  }

  private Part part(SweepPart part, Executor executor) {
    String name = part.name();
    Runnable round = () -> round(name, part.work(), tokens.now());
    return new Part(name, part.work(), new Round("sweep of " + name, round, executor));
  }

  private List<SweepPart> overall(Ground ground) {
    PutEnding ending =
        new PutEnding(transactions, new PutTable(), ground.locator(), ground.books());
    return List.of(
        new SweepPart(OVERDUE_PUTS, new OverduePuts(transactions, ending, settings)::sweep),
        new SweepPart(
            LATE_UPLOADS, new LateUploads(transactions, ground.locator(), settings)::sweep),
        new SweepPart(ENDED_REQUESTS, new EndedRequests(transactions, settings)::sweep),
        new SweepPart(OLD_SPACES, this::forgetSpaces));
  }

  /** As long as their requests are told of; a look goes through all reservations. */
  private int forgetSpaces(Instant now) {
    return hasTurn("old spaces", now)
        ? new OldSpaces(transactions).forget(now.minus(settings.retention()), settings.batch())
        : 0;
  }

  private SweepPart counters(Ground ground) {
    BookAudit audit = audit(ground);
    return new SweepPart(BOOKS, now -> hasTurn("counters", now) ? audit.mendSpaces() : 0);
  }

  private List<SweepPart> ofAreas(Ground ground) {
    TapeEngines engines = new TapeEngines();
    OrphanUploads orphans = new OrphanUploads(ground, settings);
    Residues residues = new Residues(transactions, ground.locator(), engines, settings);
    BookAudit audit = audit(ground);
    List<SweepPart> parts = new ArrayList<>();
    for (StorageArea area : ground.locator().areas()) {
      parts.add(new SweepPart(ORPHAN_UPLOADS, now -> orphans.sweep(area, now)));
      parts.add(
          new SweepPart(
              BOOKS, now -> hasTurn("books " + area.name(), now) ? audit.run(area, now) : 0));
      parts.add(new SweepPart(RESIDUES, now -> residues.sweep(area, now)));
    }
    return parts;
  }

  private BookAudit audit(Ground ground) {
    return new BookAudit(
        transactions, ground.locator(), ground.books(), new TapeEngines(), settings.orphanGrace());
  }

  /** Slow and rare, as the walk for orphans: one backend at a time. */
  private boolean hasTurn(String task, Instant now) {
    return transactions.run(sql -> turns.take(sql, task, now, settings.orphanInterval()));
  }

  /** Begins a round of every part, beside the caller. */
  public void wake() {
    if (!resting) {
      parts.forEach(part -> part.rounds().begin());
    }
  }

  /**
   * One round of every part, now, one after the other. A part that fails is logged and does not
   * stop the others.
   */
  public Swept round() {
    Instant now = tokens.now();
    Map<String, Integer> swept = new HashMap<>();
    for (Part part : parts) {
      swept.merge(part.name(), round(part.name(), part.work(), now), Integer::sum);
    }
    int puts = swept.remove(OVERDUE_PUTS);
    int requests = swept.remove(ENDED_REQUESTS);
    int uploads =
        swept.remove(LATE_UPLOADS) + Optional.ofNullable(swept.remove(ORPHAN_UPLOADS)).orElse(0);
    return new Swept(
        puts, uploads, requests, swept.values().stream().mapToInt(Integer::intValue).sum());
  }

  private int round(String name, ToIntFunction<Instant> sweep, Instant now) {
    try {
      int some = sweep.applyAsInt(now);
      done.get(name).add(some);
      if (some > 0) {
        LOG.info("swept {}: {}", name, some);
      }
      return some;
    } catch (RuntimeException e) {
      // The next round tries again.
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
    return (int) parts.stream().filter(part -> part.rounds().isBusy()).count();
  }

  /** Ends the schedule; a round that runs is finished by the executor. */
  @Override
  public void close() {
    schedule.cancel(false);
  }
}
