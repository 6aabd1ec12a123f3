package org.bora.storage.tape.wire;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;

/** A report of a tape system about one file. */
public sealed interface TapeFileReport {

  /** The file's identifier, as it was told; perhaps of no file at all. */
  UUID id();

  /** Bytes moved so far; a sign of life. */
  record Progress(UUID id, long bytes) implements TapeFileReport {
    public Progress {
      Objects.requireNonNull(id, "id");
      if (bytes < 0) {
        throw new IllegalArgumentException("bytes is " + bytes);
      }
    }
  }

  /**
   * The file is done.
   *
   * @param location empty: unchanged
   * @param adler32 checksum that the system reports, eight lower-case hexadecimal digits
   */
  record Done(UUID id, Optional<TapeLocation> location, Optional<String> adler32)
      implements TapeFileReport {
    public Done {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(location, "location");
      if (!adler32.map(digits -> digits.matches("[0-9a-f]{8}")).orElse(true)) {
        throw new IllegalArgumentException(
            "adler32 '" + adler32.get() + "' must be 8 lower-case hexadecimal digits");
      }
    }
  }

  /** The file has failed. */
  record Failed(UUID id, TapeTrouble trouble) implements TapeFileReport {
    public Failed {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(trouble, "trouble");
    }
  }

  /**
   * The answer to a query: the system has the file.
   *
   * @param location empty: unchanged
   * @param readable false if its volume is disabled or missing
   */
  record Found(UUID id, Optional<TapeLocation> location, boolean readable)
      implements TapeFileReport {
    public Found {
      Objects.requireNonNull(id, "id");
      Objects.requireNonNull(location, "location");
    }
  }
}
