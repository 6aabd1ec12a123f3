package org.bora.backend.stage.recall;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.TapeLocation;

/**
 * A file that callers wait for.
 *
 * @param location on tape; empty until it was looked up
 * @param size bytes
 * @param caller caller whose turns the file uses
 * @param deadline when the first waiting caller gives up
 * @param tries number of failed attempts
 * @param damaged how often the tape returned other bytes
 */
record RecallRow(
    UUID file,
    String library,
    Optional<TapeLocation> location,
    String area,
    AreaPath path,
    long size,
    String adler32,
    String caller,
    int priority,
    Instant wanted,
    Instant deadline,
    int tries,
    int damaged) {

  RecallRow {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(library, "library");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(path, "path");
  }

  /** Empty text if not known. */
  String volume() {
    return location.map(TapeLocation::volume).orElse("");
  }

  long position() {
    return location.map(TapeLocation::position).orElse(-1L);
  }

  /** Whether its location is known without the tape system. */
  boolean isLocated() {
    return !volume().isEmpty();
  }

  RecallRow at(TapeLocation found, long bytes, String checksum) {
    return new RecallRow(
        file,
        library,
        Optional.of(found),
        area,
        path,
        bytes,
        checksum,
        caller,
        priority,
        wanted,
        deadline,
        tries,
        damaged);
  }
}
