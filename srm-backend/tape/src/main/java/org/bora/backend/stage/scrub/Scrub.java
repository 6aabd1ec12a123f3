package org.bora.backend.stage.scrub;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.bora.backend.database.Transactions;
import org.bora.backend.duty.Duty;
import org.bora.backend.duty.Round;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.scrub.ScrubTable.Findings;
import org.bora.backend.stage.scrub.ScrubTable.Walk;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Walks through the files of each area and compares their content with the checksum taken when they
 * were stored, from construction to {@link #close}, on one backend per area at a time. Its position
 * is in the database, so after a restart, or on another backend, it continues where it stopped. A
 * damaged file raises an alarm and stays as it is.
 */
public final class Scrub implements Duty, AutoCloseable {
  private static final long CHECK_MILLIS = 60_000;
  private static final int BATCH = 100;

  private final Ground ground;
  private final ScrubSettings settings;
  private final Transactions.Pause pause;
  private final ScrubTable walks = new ScrubTable();
  private final StoredFiles files = new StoredFiles();
  private final List<Round> rounds;
  private final Set<Thread> working = ConcurrentHashMap.newKeySet();
  private final ScheduledFuture<?> schedule;
  private volatile boolean closed;
  private volatile boolean resting;

  /** The parts that it uses. */
  public record Ground(
      Transactions transactions, Locator locator, Alarms alarms, TokenSource tokens) {
    public Ground {
      Objects.requireNonNull(transactions, "transactions");
      Objects.requireNonNull(locator, "locator");
      Objects.requireNonNull(alarms, "alarms");
      Objects.requireNonNull(tokens, "tokens");
    }
  }

  /**
   * Begins to look whether a walk is due.
   *
   * @param pause how a reader that is too fast waits
   * @param timer starts the rounds; it is the caller's to close, after this
   * @param executor runs a thread for a round, which takes days; the same
   */
  public Scrub(
      Ground ground,
      ScrubSettings settings,
      Transactions.Pause pause,
      ScheduledExecutorService timer,
      Executor executor) {
    this.ground = Objects.requireNonNull(ground, "ground");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.pause = Objects.requireNonNull(pause, "pause");
    this.rounds =
        ground.locator().areas().stream()
            .map(area -> new Round("scrub of area " + area.name(), () -> beside(area), executor))
            .toList();
    this.schedule =
        timer.scheduleWithFixedDelay(this::wake, CHECK_MILLIS, CHECK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** What was found, for every area that was ever read. */
  public List<ScrubReport> reports() {
    return ground.transactions().read(walks::reports);
  }

  /** Reads each due area on its own thread: no area waits for another. */
  public void wake() {
    if (settings.isOn()) {
      rounds.forEach(Round::begin);
    }
  }

  private void beside(StorageArea area) {
    working.add(Thread.currentThread());
    try {
      round(area);
    } finally {
      working.remove(Thread.currentThread());
    }
  }

  /** Reads the due areas that no other backend reads, one after the other, to the end. */
  public void round() {
    ground.locator().areas().forEach(this::round);
  }

  private void round(StorageArea area) {
    if (closed || resting) {
      return;
    }
    UUID round = ground.tokens().token(now()).id();
    Optional<UUID> after = begin(area.name(), round);
    if (after.isPresent()) {
      walk(area, round, after.get());
    }
  }

  private Instant now() {
    return ground.tokens().now();
  }

  /** Where to go on; empty where nothing is due, or another backend is at it. */
  private Optional<UUID> begin(String area, UUID round) {
    return ground
        .transactions()
        .run(
            sql -> {
              walks.insert(sql, area);
              Walk walk = walks.lock(sql, area).orElseThrow();
              Instant now = now();
              boolean isOver = walk.ended().isPresent();
              if (walk.lease().isAfter(now)
                  || (isOver && walk.begun().plus(settings.every()).isAfter(now))) {
                return Optional.<UUID>empty();
              }
              if (isOver) {
                walks.begin(sql, area, now);
              }
              walks.take(sql, area, round, now.plus(settings.lease()));
              return Optional.of(isOver ? new UUID(0, 0) : walk.after());
            });
  }

  private void walk(StorageArea area, UUID round, UUID from) {
    Reader reader = new Reader(area.name(), round);
    UUID after = from;
    while (!closed) {
      UUID last = after;
      List<StoredFile> some =
          ground.transactions().read(sql -> files.inArea(sql, area.name(), last, BATCH));
      if (some.isEmpty()) {
        Instant now = now();
        ground.transactions().run(sql -> ended(sql, area.name(), round, now));
        return;
      }
      for (StoredFile file : some) {
        Optional<Findings> found = reader.read(area, file);
        if (found.isEmpty()) {
          ground.transactions().run(sql -> left(sql, area.name(), round));
          return;
        }
        ground.transactions().run(sql -> noted(sql, area.name(), round, file.id(), found.get()));
        if (resting) {
          // where it stopped is noted: another backend goes on there
          ground.transactions().run(sql -> left(sql, area.name(), round));
          return;
        }
      }
      after = some.getLast().id();
    }
  }

  private UUID ended(JdbcClient sql, String area, UUID round, Instant now) {
    walks.end(sql, area, round, now);
    return round;
  }

  private UUID left(JdbcClient sql, String area, UUID round) {
    walks.leave(sql, area, round);
    return round;
  }

  private UUID noted(JdbcClient sql, String area, UUID round, UUID file, Findings found) {
    walks.progress(sql, area, round, file, found);
    return round;
  }

  /** Reads files at the limited rate, and renews the lease meanwhile. */
  private final class Reader {
    private final String area;
    private final UUID round;
    private Instant renewal = now().plus(settings.lease().dividedBy(3));

    private Reader(String area, UUID round) {
      this.area = area;
      this.round = round;
    }

    /** Empty where the walk has to stop. */
    private Optional<Findings> read(StorageArea of, StoredFile file) {
      if (!file.presence().onDisk()) {
        return Optional.of(new Findings(0, 0, 0, 0, 1));
      }
      long[] bytes = new long[1];
      try {
        of.tree()
            .residences()
            .verify(
                file.path(),
                file.id(),
                read -> {
                  bytes[0] += read;
                  rest(read);
                });
        ground.alarms().clear(key(file));
        return Optional.of(new Findings(1, bytes[0], 0, 0, 0));
      } catch (StorageException e) {
        // an area that does not answer is gone on with when it does, and not passed over
        boolean stops = closed || e.isOfArea() || isLost();
        return stops ? Optional.empty() : Optional.of(found(of, file, bytes[0], e));
      }
    }

    /**
     * A slow reader rests longer than its lease lasts: no more at once than until it is renewed.
     */
    private void rest(long read) throws StorageException {
      Duration longest = settings.lease().dividedBy(3);
      Duration left = Duration.ofNanos(nanos(read));
      do {
        Duration some = left.compareTo(longest) < 0 ? left : longest;
        sleep(some);
        left = left.minus(some);
        if (closed || (!now().isBefore(renewal) && isLost())) {
          throw new StorageException(Reason.IO, "this backend reads the area no longer");
        }
      } while (left.isPositive());
    }

    private void sleep(Duration time) throws StorageException {
      try {
        pause.pause(time);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StorageException(Reason.IO, "the backend is being shut down");
      }
    }

    private long nanos(long read) {
      return (long) (read * (1e9 / settings.bytesPerSecond()));
    }

    private boolean isLost() {
      Instant now = now();
      renewal = now.plus(settings.lease().dividedBy(3));
      return !ground
          .transactions()
          .run(sql -> walks.renew(sql, area, round, now().plus(settings.lease())));
    }
  }

  private Findings found(StorageArea area, StoredFile file, long bytes, StorageException e) {
    return switch (e.reason()) {
      case DAMAGED -> {
        ground.alarms().raise(key(file), damaged(area, file));
        yield new Findings(1, bytes, 1, 0, 0);
      }
      case IO -> {
        ground
            .alarms()
            .raise(
                key(file),
                "file "
                    + area.sfnOf(file.path())
                    + " cannot be read: "
                    + e.getMessage()
                    + ". Look at the disk");
        yield new Findings(1, bytes, 0, 1, 0);
      }
      default -> new Findings(0, bytes, 0, 0, 1);
    };
  }

  static String damaged(StorageArea area, StoredFile file) {
    return "file "
        + area.sfnOf(file.path())
        + ": its bytes on disk are not those that were stored (the ADLER32 differs). "
        + (file.presence().onTape()
            ? "A copy is on tape, to take its place: bora tape refresh SURL"
            : "There is no copy on tape. Put the file again from where it came, or remove it");
  }

  static String key(StoredFile file) {
    return alarmKey(file.area(), file.id());
  }

  /** Of the alarm that a file on disk is damaged: the same as migration's, which finds the same. */
  public static String alarmKey(String area, UUID file) {
    return "damaged " + area + " " + file;
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
    return (int) rounds.stream().filter(Round::isBusy).count();
  }

  /** Ends the schedule and the walk, which continues later or on another backend. */
  @Override
  public void close() {
    closed = true;
    schedule.cancel(false);
    working.forEach(Thread::interrupt);
  }
}
