package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.bora.backend.duty.Round;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.MigrationTable.Waiting;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.stage.AreaStageSettings.PutDoneAnswer;
import org.bora.backend.stage.StageSettings;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The migrations of one tape library. It has its own rounds, so a slow tape system delays no other.
 * Within it, each area prepares its own batch: an area with a slow disk leaves the drives to the
 * others.
 */
final class LibraryMigrations {
  private static final Logger LOG = LoggerFactory.getLogger(LibraryMigrations.class);

  private final String library;
  private final MigrationGround ground;
  private final MigrationSettings settings;
  private final StageSettings areas;
  private final Executor executor;
  private final MigrationTable migrations = new MigrationTable();
  private final StoredFiles files = new StoredFiles();
  private final UnenteredFiles unentered;
  private final MigrationAlarms alarms;
  private final List<MigrationBatch> batches = new CopyOnWriteArrayList<>();
  private final Round rounds;
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
    this.unentered = new UnenteredFiles(library, ground);
    this.rounds = new Round("migration to tape library " + library, this::round, executor);
  }

  /** Starts a round soon, on another thread. */
  void wake() {
    if (!closed) {
      rounds.begin();
    }
  }

  /** One round, now. Returns whether it began a batch. */
  synchronized boolean round() {
    batches.removeIf(MigrationBatch::hasEnded);
    renew();
    unentered.search(() -> closed);
    boolean begun = begin();
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
        LOG.warn(
            "the lease of a batch for tape library {} could not be renewed; trying again",
            library,
            e);
      }
    }
  }

  /** One batch of an area at a time waits for its drive; no more run than there are drives. */
  private List<StorageArea> withRoom() {
    List<MigrationBatch> preparing = batches.stream().filter(MigrationBatch::isPreparing).toList();
    if (closed
        || batches.size() - preparing.size() >= ground.libraries().driver(library).drives()) {
      return List.of();
    }
    return ground.areasOf(library).stream()
        .filter(area -> preparing.stream().noneMatch(batch -> batch.isOf(area)))
        .toList();
  }

  /** The area whose oldest file waits longest comes first. */
  private boolean begin() {
    Instant now = ground.tokens().now();
    Map<StorageArea, Waiting> due =
        new LinkedHashMap<>(); // of equals the first configured is first
    for (StorageArea area : withRoom()) {
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
            .sorted(Comparator.comparing(entry -> entry.getValue().oldest().orElseThrow()))
            .filter(entry -> begin(entry.getKey()))
            .count()
        > 0;
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
    if (claimed.isEmpty()) {
      return false;
    }
    List<MigrationRow> gone =
        claimed.stream().filter(row -> !there.containsKey(row.file())).toList();
    // What lies together is often read together: neighbours on disk become neighbours on tape.
    sources.sort(Comparator.comparing(source -> source.file().path().toString()));
    MigrationBatch batch =
        new MigrationBatch(
            new MigrationBatch.Task(id, library, area, sources, gone), ground, settings, areas);
    batches.add(batch);
    executor.execute(() -> run(batch));
    return !sources.isEmpty();
  }

  private void run(MigrationBatch batch) {
    try {
      batch.run(executor);
    } finally {
      wake(); // there may be more
    }
  }

  private List<MigrationRow> claim(StorageArea area, UUID batch) {
    return ground
        .transactions()
        .run(
            sql -> {
              Instant now = ground.tokens().now();
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

  /** The time to wait for each batch. */
  void awaitEnd(long millis) throws InterruptedException {
    for (MigrationBatch batch : batches) {
      if (!batch.awaitEnd(millis)) {
        LOG.warn(
            "tape library {} did not stop in time; its files wait for the lease to end", library);
      }
    }
  }
}
