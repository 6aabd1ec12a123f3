package org.bora.backend.ledger;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A file that is to be copied to tape.
 *
 * @param size bytes
 * @param queued since when it is
 * @param tries that failed
 * @param failure why the last one failed; empty where none did
 * @param unwanted removed or overwritten while a batch had it: whatever copy there may be is to go
 */
public record MigrationRow(
    UUID file,
    String library,
    String area,
    long size,
    Instant queued,
    int tries,
    String failure,
    boolean unwanted) {

  public MigrationRow {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(library, "library");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(queued, "queued");
    Objects.requireNonNull(failure, "failure");
  }
}
