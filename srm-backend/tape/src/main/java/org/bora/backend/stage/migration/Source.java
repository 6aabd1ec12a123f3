package org.bora.backend.stage.migration;

import java.util.Objects;
import org.bora.backend.ledger.MigrationRow;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.StoredFile;

/**
 * A file that a batch is to write to tape.
 *
 * @param row what is known of its migration
 * @param file what the books know of it, when the batch was made
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
