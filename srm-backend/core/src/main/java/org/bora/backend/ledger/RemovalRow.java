package org.bora.backend.ledger;

import java.util.Objects;
import java.util.UUID;
import org.bora.storage.spi.TapeLocation;

/**
 * A tape copy whose file no longer exists.
 *
 * @param size bytes
 * @param adler32 eight lower-case hexadecimal digits
 * @param path last path of the file in its area, for people
 * @param tries number of failed attempts
 * @param failure why the last attempt failed; empty if none has
 */
public record RemovalRow(
    UUID file,
    String library,
    TapeLocation location,
    long size,
    String adler32,
    String area,
    String path,
    int tries,
    String failure) {

  public RemovalRow {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(library, "library");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(adler32, "adler32");
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(failure, "failure");
  }
}
