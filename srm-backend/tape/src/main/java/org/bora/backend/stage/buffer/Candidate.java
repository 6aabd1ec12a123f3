package org.bora.backend.stage.buffer;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A file that is on disk and safely on tape.
 *
 * @param size bytes
 * @param stored when it was written
 * @param used when it was last pinned, stored or recalled
 */
public record Candidate(UUID id, long size, Instant stored, Instant used) {
  public Candidate {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(stored, "stored");
    Objects.requireNonNull(used, "used");
    if (size < 0) {
      throw new IllegalArgumentException("size is " + size);
    }
  }
}
