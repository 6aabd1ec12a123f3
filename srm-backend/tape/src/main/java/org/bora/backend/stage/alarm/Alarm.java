package org.bora.backend.stage.alarm;

import java.time.Instant;
import java.util.Objects;

/**
 * Something that does not mend itself.
 *
 * @param key what it is about; the same trouble has the same key
 * @param text a sentence or two for the administrator: what is wrong, and what to do
 * @param raised since when
 * @param seen when it was last found to be so
 */
public record Alarm(String key, String text, Instant raised, Instant seen) {
  public Alarm {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(raised, "raised");
    Objects.requireNonNull(seen, "seen");
  }
}
