package org.bora.backend.stage.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.ResidentFiles;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.ledger.MigrationRow;
import org.bora.backend.stage.ledger.MigrationTable;
import org.bora.backend.stage.ledger.MigrationTable.Waiting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What of {@link Migrations} is of one tape library: it has rounds of its own, so that a tape
 * system that takes long to answer holds up no other.
 */
final class LibraryMigrations {
  private static final Logger LOG = LoggerFactory.getLogger(LibraryMigrations.class);

  /** Between two searches for files that nobody entered. */
  private static final Duration SEARCH = Duration.ofMinutes(10);

  private static final int FOUND_TOGETHER = 1000;

  private final String library;
  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final StageSettings areas;
  private final Executor executor;
  private final MigrationTable migrations = new MigrationTable();
  private final StoredFiles files = new StoredFiles();
  private final ResidentFiles residents = new ResidentFiles();
  private final MigrationAlarms alarms;
  private final ForgottenCopies forgotten;
  private final List<MigrationBatch> batches = new CopyOnWriteArrayList<>();
  private final AtomicBoolean busy = new AtomicBoolean();
  private Instant nextSearch = Instant.EPOCH;
  private volatile boolean closed;

  LibraryMigrations(
      String library,
      MigrationGround ground,
      MigrationSettings settings,
      StageSettings areas,
      Executor executor) {
    this.library = Objects.requireNonNull(library, "library");
    this.ground = Objects.requireNonNull(ground, "ground");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.areas = Objects.requireNonNull(areas, "areas");
    this.executor = Objects.requireNonNull(executor, "executor");
    this.alarms = new MigrationAlarms(ground, settings);
    this.forgotten = new ForgottenCopies(ground);
  }

  /** A round soon, beside the caller. */
  void wake() {
    if (!closed) {
      executor.execute(this::quietRound);
    }
  }

  private void quietRound() {
    if (!busy.compareAndSet(false, true)) {
      return; // the one before still waits for the database or the tape system
    }
    try {
      round();
    } catch (RuntimeException e) {
      // The next round tries again.
      LOG.error("files that wait for tape library {} could not be looked at", library, e);
    } finally {
      busy.set(false);
    }
  }

  /** One round, now. Returns whether it began a batch. */
  synchronized boolean round() {
    batches.removeIf(MigrationBatch::hasEnded);
    renew();
    search();
    boolean begun = hasRoom() && begin();
    alarms.look(library);
    return begun;
  }

  /** Keeps the leases of what runs. */
  void renew() {
    for (MigrationBatch batch : batches) {
      try {
        batch.renew();
      } catch (RuntimeException e) {
        // The next time is long before the end of the lease.
        LOG.warn("the lease of a batch for tape library {} waits", library, e);
      }
    }
  }

  /** Files of rebuilt books, and of areas that had no library before. */
  private void search() {
    Instant now = ground.tokens().now();
    if (now.isBefore(nextSearch)) {
      return;
    }
    nextSearch = now.plus(SEARCH);
    ground.areasOf(library).forEach(this::search);
  }

  private void search(StorageArea area) {
    int entered = 0;
    Optional<ResidentFiles.Cursor> from = Optional.of(ResidentFiles.Cursor.START);
    while (from.isPresent() && !closed) {
      ResidentFiles.Cursor after = from.get();
      List<StoredFile> some =
          ground
              .transactions()
              .read(sql -> residents.notOnTape(sql, area.name(), after, FOUND_TOGETHER));
      List<UUID> ids = some.stream().map(StoredFile::id).toList();
      entered += ground.transactions().run(sql -> migrations.enter(sql, library, ids));
      from =
          some.size() < FOUND_TOGETHER
              ? Optional.empty()
              : Optional.of(ResidentFiles.Cursor.after(some.getLast()));
    }
    if (entered > 0) {
      LOG.info("area {}: {} files are to go to tape", area.name(), entered);
    }
  }

  /** One batch at a time waits here for its drive; no more run than there are drives. */
  private boolean hasRoom() {
    return !closed
        && batches.stream().noneMatch(MigrationBatch::isPreparing)
        && batches.size() < ground.libraries().driver(library).drives();
  }

  /** The area whose oldest file waits longest comes first. */
  private boolean begin() {
    Instant now = ground.tokens().now();
    Map<StorageArea, Waiting> due = new HashMap<>();
    for (StorageArea area : ground.areasOf(library)) {
      Waiting waiting =
          ground
              .transactions()
              .read(
                  sql ->
                      migrations.waiting(
                          sql, library, area.name(), now, settings.policy().maxBatchFiles()));
      if (isDue(area, waiting, now)) {
        due.put(area, waiting);
      }
    }
    return due.entrySet().stream()
        .min(Comparator.comparing(entry -> entry.getValue().oldest().orElseThrow()))
        .map(entry -> begin(entry.getKey()))
        .orElse(false);
  }

  private boolean isDue(StorageArea area, Waiting waiting, Instant now) {
    boolean urgent = areas.of(area.name()).putDone() == PutDoneAnswer.AFTER_TAPE;
    return (urgent && waiting.files() > 0)
        || settings.policy().isDue(waiting.files(), waiting.bytes(), waiting.oldest(), now);
  }

  private boolean begin(StorageArea area) {
    UUID id = ground.tokens().token(ground.tokens().now()).id();
    List<MigrationRow> claimed = claim(area, id);
    Map<UUID, StoredFile> there =
        ground
            .transactions()
            .read(sql -> files.find(sql, claimed.stream().map(MigrationRow::file).toList()))
            .stream()
            .collect(Collectors.toMap(StoredFile::id, file -> file));
    List<Source> sources = new ArrayList<>();
    for (MigrationRow row : claimed) {
      Optional.ofNullable(there.get(row.file()))
          .ifPresent(file -> sources.add(new Source(row, file, area)));
    }
    forgotten.settle(
        library, claimed.stream().filter(row -> !there.containsKey(row.file())).toList());
    if (sources.isEmpty()) {
      return false;
    }
    // What lies together is often read together: neighbours on disk become neighbours on tape.
    sources.sort(Comparator.comparing(source -> source.file().path().toString()));
    MigrationBatch batch = new MigrationBatch(id, library, sources, ground, settings, areas);
    batches.add(batch);
    executor.execute(() -> run(batch));
    return true;
  }

  private void run(MigrationBatch batch) {
    try {
      batch.run(executor);
    } finally {
      wake(); // there may be more
    }
  }

  private List<MigrationRow> claim(StorageArea area, UUID batch) {
    Instant now = ground.tokens().now();
    return ground
        .transactions()
        .run(
            sql -> {
              List<MigrationRow> due =
                  migrations.lockDue(
                      sql, library, area.name(), now, settings.policy().maxBatchFiles());
              List<MigrationRow> chosen = settings.policy().batch(due, MigrationRow::size);
              migrations.claim(
                  sql,
                  chosen.stream().map(MigrationRow::file).toList(),
                  batch,
                  now.plus(settings.lease()));
              return chosen;
            });
  }

  /** Begins no more, and tells what runs to stop. */
  void stop() {
    closed = true;
    batches.forEach(MigrationBatch::stop);
  }

  /** Waits so long for each batch. */
  void awaitEnd(long millis) throws InterruptedException {
    for (MigrationBatch batch : batches) {
      if (!batch.awaitEnd(millis)) {
        LOG.warn(
            "tape library {} did not stop in time; its files wait for the lease to end", library);
      }
    }
  }
}
