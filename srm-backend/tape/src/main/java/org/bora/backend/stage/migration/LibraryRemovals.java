package org.bora.backend.stage.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.bora.backend.duty.Round;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.stage.TapeMoves;
import org.bora.backend.stage.drive.DriveHold;
import org.bora.backend.stage.drive.DriveUse;
import org.bora.backend.stage.migration.Reports.Report;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeTrouble.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removals of one tape library. It has its own rounds, so a slow tape system delays no other.
 */
final class LibraryRemovals {
  private static final Logger LOG = LoggerFactory.getLogger(LibraryRemovals.class);
  private static final int SETTLED_TOGETHER = 200;
  private static final Duration STOPPING = Duration.ofSeconds(10);

  private final String library;
  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final Executor executor;
  private final RemovalTable removals = new RemovalTable();
  private final DueRemovals due;
  private final Round rounds;
  private volatile Optional<Thread> working = Optional.empty();
  private volatile boolean closed;

  LibraryRemovals(
      String library, MigrationGround ground, MigrationSettings settings, Executor executor) {
    this.library = Objects.requireNonNull(library, "library");
    this.ground = Objects.requireNonNull(ground, "ground");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.executor = Objects.requireNonNull(executor, "executor");
    this.due = new DueRemovals(ground, settings);
    this.rounds =
        new Round("removal of copies from tape library " + library, this::round, executor);
  }

  /** Starts a round on another thread, unless the one before still runs. */
  void wake() {
    if (!closed) {
      rounds.begin();
    }
  }

  /** One round, now; blocks as long as the tape system does. Returns how many copies are gone. */
  int round() {
    Instant end = ground.tokens().now().plus(settings.removalGrace());
    ground.transactions().run(sql -> removals.beginGrace(sql, library, end));
    tellOfHeld();
    return take();
  }

  private void tellOfHeld() {
    String key = "tape-held " + library;
    List<RemovalRow> some = ground.transactions().read(sql -> removals.list(sql, library, true, 1));
    if (some.isEmpty()) {
      ground.alarms().clear(key);
      return;
    }
    RemovalRow first = some.getFirst();
    ground
        .alarms()
        .raise(
            key,
            "files vanished that were not removed through Bora, and their copies stay on tape library"
                + " "
                + library
                + ": '"
                + first.path()
                + "' of area "
                + first.area()
                + " (object "
                + first.location().object()
                + ") is one. If a file was only moved, './bora rebuild' finds it and this is over;"
                + " if not, decide whether its copy may go. './bora tape' counts them");
  }

  private int take() {
    Instant now = ground.tokens().now();
    boolean any = ground.transactions().read(sql -> removals.isDue(sql, library, now));
    if (!any || closed) {
      return 0;
    }
    Optional<DriveHold> hold = ground.drives().take(library, DriveUse.REMOVE);
    if (hold.isEmpty()) {
      return 0; // recalls and migrations come first; no caller waits for this
    }
    working = Optional.of(Thread.currentThread());
    try (DriveHold drive = hold.get()) {
      return remove(drive);
    } catch (InterruptedException e) {
      LOG.info("removing copies from tape library {} was stopped", library);
      return 0;
    } finally {
      working = Optional.empty();
    }
  }

  /** The copies that a tape system is removing. */
  private record Batch(
      UUID id, DriveHold drive, Map<UUID, RemovalRow> copies, Reports reports, Instant begun) {}

  private int remove(DriveHold drive) throws InterruptedException {
    Instant begun = ground.tokens().now();
    UUID batch = ground.tokens().token(ground.tokens().now()).id();
    Map<UUID, RemovalRow> copies = due.claim(library, batch);
    if (copies.isEmpty()) {
      return 0;
    }
    Reports reports = new Reports(files(copies), ground.tokens()::now);
    CountDownLatch ended = new CountDownLatch(1);
    Batch running = new Batch(batch, drive, copies, reports, begun);
    executor.execute(() -> keep(running, ended));
    try {
      ground.libraries().driver(library).remove(reports);
    } finally {
      ended.countDown();
    }
    List<TapeFile> silent = reports.close();
    int removed = settle(batch, copies, reports);
    silent.forEach(file -> postpone(batch, copies.get(file.id()), "nothing was said of it"));
    count(removed, copies.size());
    if (removed == copies.size()) {
      ground.alarms().clear(failingKey());
    }
    return removed;
  }

  private void count(int removed, int asked) {
    TapeMoves.Count moves = ground.libraries().moves(library).removals();
    for (int copy = 0; copy < asked; copy++) {
      if (copy < removed) {
        moves.moved(0);
      } else {
        moves.failed();
      }
    }
  }

  /**
   * Keeps the leases while the tape system works. What is not this batch's any more is not to be
   * removed: another backend has it, or its file was found, or by now a new file has its name on
   * tape. So a batch without a lease stops, also where only the database does not answer.
   */
  private void keep(Batch batch, CountDownLatch ended) {
    long millis = ground.renewal(settings).toMillis();
    Instant sure = batch.begun().plus(settings.lease());
    try {
      while (!ended.await(millis, TimeUnit.MILLISECONDS)) {
        Instant now = ground.tokens().now();
        try {
          renew(batch, now.plus(settings.lease()));
          sure = now.plus(settings.lease());
        } catch (RuntimeException e) {
          LOG.warn("the lease of a removal from tape cannot be renewed now", e);
          if (!ground.tokens().now().isBefore(sure)) {
            batch.reports().unwantAll();
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void renew(Batch batch, Instant until) {
    if (!batch.drive().renew()) {
      batch.reports().unwantAll();
    }
    Set<UUID> lost = new HashSet<>(batch.copies().keySet());
    lost.removeAll(
        ground
            .transactions()
            .run(
                sql -> {
                  removals.renew(sql, batch.id(), until);
                  return removals.filesOf(sql, batch.id());
                }));
    batch.reports().unwant(lost);
  }

  private static List<TapeFile> files(Map<UUID, RemovalRow> copies) {
    return copies.values().stream()
        .sorted(
            Comparator.comparing((RemovalRow row) -> row.location().volume())
                .thenComparingLong(row -> row.location().position()))
        .map(
            row ->
                new TapeFile(
                    row.file(),
                    row.path(),
                    "",
                    row.size(),
                    row.adler32(),
                    Optional.of(row.location())))
        .toList();
  }

  private int settle(UUID batch, Map<UUID, RemovalRow> copies, Reports reports)
      throws InterruptedException {
    int removed = 0;
    for (List<Report> some = reports.next(SETTLED_TOGETHER);
        !some.isEmpty();
        some = reports.next(SETTLED_TOGETHER)) {
      List<RemovalRow> gone = new ArrayList<>();
      for (Report report : some) {
        RemovalRow copy = copies.get(report.file().id());
        switch (report) {
          case Report.Done(TapeFile _, TapeLocation _, Instant _) -> gone.add(copy);
          case Report.Unverified(TapeFile _, TapeLocation _, Instant _, TapeTrouble trouble) ->
              postpone(batch, copy, trouble.text());
          case Report.Failed(TapeFile _, TapeTrouble(Kind kind, String text)) -> {
            if (kind == Kind.LOST) {
              gone.add(copy);
            } else {
              postpone(batch, copy, text);
            }
          }
        }
      }
      ground
          .transactions()
          .run(
              sql -> {
                removals.delete(sql, gone);
                return gone;
              });
      removed += gone.size();
    }
    return removed;
  }

  private void postpone(UUID batch, RemovalRow copy, String why) {
    int tries = copy.tries() + 1;
    Instant due = ground.tokens().now().plus(settings.backOff(tries));
    LOG.warn(
        "the copy of '{}' in tape library {} could not be removed yet: {}",
        copy.path(),
        copy.library(),
        why);
    ground
        .transactions()
        .run(
            sql -> {
              removals.postpone(sql, copy, batch, why, due);
              return copy;
            });
    if (tries >= settings.alarmAfter()) {
      ground
          .alarms()
          .raise(
              failingKey(),
              "copies of removed files do not get off tape library "
                  + copy.library()
                  + ", they take room there: "
                  + why
                  + ". './bora tape' lists them; they are tried again for ever");
    }
  }

  private String failingKey() {
    return "tape-removal " + library;
  }

  /** Begins no more, and tells what runs to stop. */
  void stop() {
    closed = true;
    working.ifPresent(Thread::interrupt);
  }

  /** Waits a while for what runs. */
  void awaitEnd() throws InterruptedException {
    Optional<Thread> last = working;
    if (last.isPresent() && !last.get().join(STOPPING)) {
      LOG.warn(
          "tape library {} did not stop in time; removals wait for the end of the lease", library);
    }
  }
}
