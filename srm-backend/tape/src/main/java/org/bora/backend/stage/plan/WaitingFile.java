package org.bora.backend.stage.plan;

import java.time.Instant;
import java.util.Objects;
import java.util.UUID;

/**
 * A file that waits for recall, in a pass.
 *
 * @param position -1 if unknown
 * @param size bytes
 * @param wanted when it was requested
 */
public record WaitingFile(UUID id, long position, long size, Instant wanted) {

  public WaitingFile {
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(wanted, "wanted");
    if (position < -1 || size < 0) {
      throw new IllegalArgumentException("position " + position + ", size " + size);
    }
  }
}
