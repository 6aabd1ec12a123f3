package org.bora.backend.stage.migration;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.ResidentFiles;
import org.bora.backend.space.StoredFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds files that must go to tape but were not entered by a put: files of a rebuilt database, of
 * areas that had no library before, and files renamed out of a multipart upload. It only reads the
 * database. Not thread safe.
 */
final class UnenteredFiles {
  private static final Logger LOG = LoggerFactory.getLogger(UnenteredFiles.class);

  /** Between two searches. */
  private static final Duration SEARCH = Duration.ofMinutes(10);

  private static final int FOUND_TOGETHER = 1000;

  private final String library;
  private final MigrationGround ground;
  private final MigrationTable migrations = new MigrationTable();
  private final ResidentFiles residents = new ResidentFiles();
  private Instant nextSearch = Instant.EPOCH;

  UnenteredFiles(String library, MigrationGround ground) {
    this.library = library;
    this.ground = ground;
  }

  /**
   * Searches the areas whose search is due, and inserts the files that it finds.
   *
   * @param stopped checked before each step
   */
  void search(BooleanSupplier stopped) {
    Instant now = ground.tokens().now();
    if (now.isBefore(nextSearch)) {
      return;
    }
    nextSearch = now.plus(SEARCH);
    ground.areasOf(library).forEach(area -> search(area, stopped));
  }

  private void search(StorageArea area, BooleanSupplier stopped) {
    int entered = 0;
    Optional<ResidentFiles.Cursor> from = Optional.of(ResidentFiles.Cursor.START);
    while (from.isPresent() && !stopped.getAsBoolean()) {
      ResidentFiles.Cursor after = from.get();
      List<StoredFile> some =
          ground
              .transactions()
              .read(sql -> residents.notOnTape(sql, area.name(), after, FOUND_TOGETHER));
      List<UUID> ids =
          some.stream()
              .filter(file -> TapeLedger.isWanted(file.path()))
              .map(StoredFile::id)
              .toList();
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
}
