package org.bora.backend.ledger;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A file to be copied to tape.
 *
 * @param size bytes
 * @param queued when it was queued
 * @param tries number of failed attempts
 * @param failure why the last attempt failed; empty if none has
 * @param unwanted whether the file was removed or overwritten while a batch had it; any copy will
 *     be removed
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
