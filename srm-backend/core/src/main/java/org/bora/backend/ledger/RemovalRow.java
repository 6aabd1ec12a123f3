package org.bora.backend.ledger;

import java.util.Objects;
import java.util.UUID;
import org.bora.storage.spi.TapeLocation;

/**
 * A copy on tape whose file is gone.
 *
 * @param size bytes
 * @param adler32 eight lower-case hexadecimal digits
 * @param path where the file was last in its area, for people
 * @param tries that failed
 * @param failure why the last one failed; empty where none did
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
