package org.bora.backend.stage.migration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeMoves;
import org.bora.backend.stage.drive.DriveHold;
import org.bora.backend.stage.drive.DriveUse;
import org.bora.backend.stage.migration.Reports.Report;
import org.bora.backend.stage.migration.SourceCheck.Verdict;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One migration batch: its files are verified, it waits for a drive, and the tape system writes
 * them; reports are settled meanwhile. The owner renews the leases by {@link #renew}. If this
 * backend dies, another one takes the files when the lease ends.
 */
final class MigrationBatch {
  private static final Logger LOG = LoggerFactory.getLogger(MigrationBatch.class);

  /** Copies that one transaction settles: their rows are locked while the files are written to. */
  private static final int SETTLED_TOGETHER = 20;

  /** Between two attempts to get a drive. */
  private static final long MOST_PAUSE_MILLIS = 1000;

  private static final String NOTHING_SAID = "the tape system said nothing of it";

  private final UUID id;
  private final String library;
  private final Task task;
  private final Map<UUID, Source> sources = new HashMap<>();
  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final CopySettlement settlement;
  private final MigrationAlarms alarms;
  private final SourceCheck check;

  /** Filled before the first report. */
  private final Map<UUID, String> sums = new HashMap<>();

  private final MigrationTable migrations = new MigrationTable();
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Optional<Thread> thread = Optional.empty();
  private volatile Optional<DriveHold> hold = Optional.empty();
  private volatile Optional<Reports> reports = Optional.empty();
  private volatile boolean stopped;

  /**
   * The claims of a batch.
   *
   * @param sources files in the best order of writing
   * @param gone rows of files that are no longer in the books
   */
  record Task(
      UUID id, String library, StorageArea area, List<Source> sources, List<MigrationRow> gone) {}

  MigrationBatch(
      Task task, MigrationGround ground, MigrationSettings settings, StageSettings areas) {
    this.task = task;
    this.id = task.id();
    this.library = task.library();
    task.sources().forEach(source -> this.sources.put(source.file().id(), source));
    this.ground = ground;
    this.settings = settings;
    this.check = new SourceCheck(areas);
    this.settlement = new CopySettlement(ground, settings);
    this.alarms = new MigrationAlarms(ground, settings);
  }

  boolean isOf(StorageArea area) {
    return task.area().name().equals(area.name());
  }

  /** Whether it has no drive yet; until then no other batch of the area begins on this backend. */
  boolean isPreparing() {
    return hold.isEmpty() && ended.getCount() > 0;
  }

  /** Does it all; blocks for hours where the tape takes hours. */
  void run(Executor executor) {
    thread = Optional.of(Thread.currentThread());
    List<Source> left = new ArrayList<>(task.sources());
    try {
      new ForgottenCopies(ground).settle(library, task.gone());
      List<TapeFile> whole = verified(left);
      if (!whole.isEmpty()) {
        migrate(whole, left, executor);
      }
    } catch (InterruptedException e) {
      settlement.giveBack(id, left);
    } catch (RuntimeException e) {
      LOG.error("the files of a batch for tape library {} are retried later", library, e);
      left.forEach(source -> settlement.failed(id, source, "the backend failed; see its log"));
    } finally {
      ended.countDown();
    }
  }

  /** What may be copied. Files that may not are settled, and leave {@code left}. */
  private List<TapeFile> verified(List<Source> left) throws InterruptedException {
    List<TapeFile> whole = new ArrayList<>();
    for (Source source : task.sources()) {
      Verdict verdict = check.check(source, this::pace);
      if (stopped) {
        throw new InterruptedException();
      }
      switch (verdict) {
        case Verdict.Whole(TapeFile file, Optional<String> sha256) -> {
          whole.add(file);
          sha256.ifPresent(sum -> sums.put(file.id(), sum));
          alarms.whole(source);
          continue;
        }
        case Verdict.OnTape(var copy) -> settlement.found(source, copy);
        case Verdict.Spoiled(String text) -> {
          settlement.failed(id, source, text);
          alarms.spoiled(source, text);
        }
        case Verdict.Failed(String text) -> settlement.failed(id, source, text);
      }
      left.remove(source);
    }
    return whole;
  }

  private void pace(long bytes) throws StorageException {
    if (stopped) {
      throw new StorageException(Reason.IO, "the backend is being shut down");
    }
  }

  private void migrate(List<TapeFile> whole, List<Source> left, Executor executor)
      throws InterruptedException {
    try (DriveHold drive = drive()) {
      hold = Optional.of(drive);
      Reports open = new Reports(whole, ground.tokens()::now);
      reports = Optional.of(open);
      CountDownLatch settled = new CountDownLatch(1);
      executor.execute(() -> settle(open, settled));
      try {
        ground.libraries().driver(library).migrate(open);
      } catch (RuntimeException e) {
        LOG.error("tape library {} failed in the middle of a batch", library, e);
      } finally {
        List<TapeFile> silent = open.close();
        left.retainAll(silent.stream().map(file -> sources.get(file.id())).toList());
        awaitQuietly(settled);
      }
      if (stopped) {
        throw new InterruptedException();
      }
      left.forEach(source -> settlement.failed(id, source, NOTHING_SAID));
    }
  }

  /** Recalls come first: it may take long until one is free. */
  private DriveHold drive() throws InterruptedException {
    while (true) {
      Optional<DriveHold> free = ground.drives().take(library, DriveUse.MIGRATE);
      if (free.isPresent()) {
        return free.get();
      }
      TimeUnit.MILLISECONDS.sleep(Math.min(MOST_PAUSE_MILLIS, settings.check().toMillis()));
    }
  }

  private void settle(Reports open, CountDownLatch settled) {
    try {
      for (List<Report> some = open.next(SETTLED_TOGETHER);
          !some.isEmpty();
          some = open.next(SETTLED_TOGETHER)) {
        settle(some);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      settled.countDown();
    }
  }

  private TapeMoves.Count moves() {
    return ground.libraries().moves(library).migrations();
  }

  private void settle(List<Report> some) {
    try {
      List<Copied> copied = new ArrayList<>();
      for (Report report : some) {
        Source source = sources.get(report.file().id());
        switch (report) {
          case Report.Done(TapeFile file, var location, var at) ->
              copied.add(
                  new Copied(source, file, Optional.ofNullable(sums.get(file.id())), location, at));
          case Report.Failed(TapeFile _, TapeTrouble(Kind kind, String _))
              when kind == Kind.STOPPED ->
              settlement.giveBack(id, List.of(source)); // it was not to blame
          case Report.Unverified(TapeFile file, var location, var at, TapeTrouble trouble) -> {
            moves().failed();
            settlement.unverified(
                id, new Copied(source, file, Optional.empty(), location, at), trouble.text());
            alarms.failed(source, trouble);
          }
          case Report.Failed(TapeFile _, TapeTrouble trouble) -> {
            moves().failed();
            settlement.failed(id, source, trouble.text());
            alarms.failed(source, trouble);
          }
        }
      }
      if (!copied.isEmpty() && settlement.settle(id, copied) > 0) {
        alarms.copied(library);
        copied.forEach(one -> moves().moved(one.handed().size()));
      }
    } catch (RuntimeException e) {
      // the lease ends, the files are copied once more, the copies found then count
      LOG.error(
          "tape library {}: finished copies could not be recorded in the database", library, e);
    }
  }

  /** Renews the lease of this batch, and learns which files are no longer wanted. */
  void renew() {
    Set<UUID> unwanted =
        ground
            .transactions()
            .run(
                sql -> {
                  migrations.renew(sql, id, ground.tokens().now().plus(settings.lease()));
                  return migrations.unwanted(sql, id);
                });
    reports.ifPresent(open -> open.unwant(unwanted));
    if (hold.isPresent() && ended.getCount() > 0 && !hold.get().renew()) {
      LOG.warn("tape library {}: the drive of a running batch was given to another batch", library);
      reports.ifPresent(Reports::unwantAll);
    }
  }

  /** Asks it to end soon. */
  void stop() {
    stopped = true;
    reports.ifPresent(Reports::unwantAll);
    thread.ifPresent(Thread::interrupt);
  }

  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Waits for the end; false where it did not come in time. */
  boolean awaitEnd(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * The last work of the thread. An interrupt has served its purpose when the tape system has
   * stopped, and must not prevent the remaining database work.
   */
  private static void awaitQuietly(CountDownLatch latch) {
    Thread.interrupted();
    while (true) {
      try {
        latch.await();
        return;
      } catch (InterruptedException e) {
        LOG.debug("interrupted again while the last copies are recorded", e);
      }
    }
  }
}
