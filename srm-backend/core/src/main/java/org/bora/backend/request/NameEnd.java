package org.bora.backend.request;

import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * What was found when a name ended.
 *
 * @param endedPut whether an active put of it was ended
 * @param stored a file that a put has stored there since the caller looked. The put began before
 *     that look, so the removal is one of this file as well
 */
public record NameEnd(boolean endedPut, Optional<UUID> stored) {

  public NameEnd {
    Objects.requireNonNull(stored, "stored");
  }
}
