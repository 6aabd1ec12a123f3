package org.bora.backend.stage.migration;

import java.util.Objects;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.StoredFile;

/**
 * A file that a batch will write to tape.
 *
 * @param row the row of its migration
 * @param file its entry in the books when the batch was formed
 */
record Source(MigrationRow row, StoredFile file, StorageArea area) {
  Source {
    Objects.requireNonNull(row, "row");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(area, "area");
  }

  /** As clients know it. */
  String name() {
    return area.sfnOf(file.path());
  }
}
