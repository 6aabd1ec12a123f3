package org.bora.storage.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * Where the bytes of a file are: on disk, on tape, or both.
 *
 * @param onDisk whether its bytes are on disk
 * @param tape its copy on tape, of exactly this content; absent when there is none, or when the
 *     content was changed since
 * @param trouble why a file that is not on disk cannot be recalled
 */
public record Residency(boolean onDisk, Optional<TapeCopy> tape, Optional<Trouble> trouble) {

  /** Why a file that is only on tape cannot be recalled. */
  public enum Trouble {
    /** Not now: its volume is disabled, its drive broken. It may be mended. */
    UNAVAILABLE,
    /** Never: the tape system reports that it has lost the file, or returns other bytes. */
    LOST
  }

  /** What every file is that no tape has heard of. */
  public static final Residency DISK = new Residency(true, Optional.empty(), Optional.empty());

  public Residency {
    Objects.requireNonNull(tape, "tape");
    Objects.requireNonNull(trouble, "trouble");
    if (onDisk && trouble.isPresent()) {
      throw new IllegalArgumentException("nothing stands between a file on disk and its bytes");
    }
  }

  public boolean onTape() {
    return tape.isPresent();
  }
}
