package org.bora.backend.stage.migration;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds tape copies of files that were removed or overwritten while a backend that then died was
 * writing them to tape: these copies may have no row. The tape system is asked, and the copies that
 * it has are entered for removal.
 */
final class ForgottenCopies {
  private static final Logger LOG = LoggerFactory.getLogger(ForgottenCopies.class);
  private static final String UNKNOWN = "00000000";

  private final MigrationGround ground;
  private final MigrationTable migrations = new MigrationTable();
  private final RemovalTable removals = new RemovalTable();

  ForgottenCopies(MigrationGround ground) {
    this.ground = ground;
  }

  /** Settles rows whose files are gone; where the tape system does not answer they stay. */
  void settle(String library, List<MigrationRow> gone) {
    if (gone.isEmpty()) {
      return;
    }
    List<TapeFile> files =
        gone.stream()
            .map(row -> new TapeFile(row.file(), "", "", row.size(), UNKNOWN, Optional.empty()))
            .toList();
    try {
      Map<TapeFile, TapeDriver.Found> found = ground.libraries().driver(library).query(files);
      ground
          .transactions()
          .run(
              sql -> {
                for (int at = 0; at < files.size(); at++) {
                  MigrationRow row = gone.get(at);
                  Optional.ofNullable(found.get(files.get(at)))
                      .map(copy -> removal(row, copy))
                      .ifPresent(copy -> removals.note(sql, copy));
                }
                migrations.delete(sql, gone.stream().map(MigrationRow::file).toList());
                return gone;
              });
    } catch (StorageException | RuntimeException e) {
      // the lease ends, and the next batch asks again
      LOG.warn("tape library {} does not report its copies of files that are gone", library, e);
    }
  }

  private static RemovalRow removal(MigrationRow row, TapeDriver.Found copy) {
    return new RemovalRow(
        row.file(), row.library(), copy.location(), row.size(), UNKNOWN, row.area(), "", 0, "");
  }
}
