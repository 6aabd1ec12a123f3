package org.bora.backend.space;

import java.time.Instant;
import java.util.Objects;

/**
 * The two facts of a file as the books remember them, and when it was last of use. The file itself
 * carries the facts; where the two differ the file is right.
 *
 * @param onDisk its bytes are counted in the space: on disk, or on their way there
 * @param onTape a verified copy is on tape
 * @param used when it was last pinned, stored or recalled; kept where files may leave the disk
 */
public record Presence(boolean onDisk, boolean onTape, Instant used) {
  public Presence {
    Objects.requireNonNull(used, "used");
  }
}
