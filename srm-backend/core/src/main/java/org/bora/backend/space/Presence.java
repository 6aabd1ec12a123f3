package org.bora.backend.space;

import java.time.Instant;
import java.util.Objects;

/**
 * The presence of a file on disk and tape according to the books, and when it was last used. The
 * file itself carries these facts; if they differ, the file is right.
 *
 * @param onDisk whether its bytes count in the space: on disk, or being recalled
 * @param onTape whether there is a verified tape copy
 * @param used when it was last pinned, stored or recalled; recorded if files may leave the disk
 */
public record Presence(boolean onDisk, boolean onTape, Instant used) {
  public Presence {
    Objects.requireNonNull(used, "used");
  }
}
