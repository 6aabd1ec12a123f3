package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;

/**
 * A copy that a tape system says it has written.
 *
 * @param handed the file as passed to the tape system, after its checksum was verified
 */
record Copied(
    Source source,
    TapeFile handed,
    Optional<String> sha256,
    TapeLocation location,
    Instant written) {
  Copied {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(handed, "handed");
    Objects.requireNonNull(sha256, "sha256");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(written, "written");
  }

  TapeCopy copy() {
    return new TapeCopy(
        source.row().library(), location, handed.size(), handed.adler32(), sha256, written);
  }
}
