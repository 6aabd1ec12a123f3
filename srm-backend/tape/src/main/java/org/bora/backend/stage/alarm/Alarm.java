package org.bora.backend.stage.alarm;

import java.time.Instant;
import java.util.Objects;

/**
 * A problem that needs an administrator.
 *
 * @param key identifies the problem; the same problem has the same key
 * @param text a sentence or two for the administrator: what is wrong, and what to do
 * @param raised when it was raised
 * @param seen when it was last confirmed
 */
public record Alarm(String key, String text, Instant raised, Instant seen) {
  public Alarm {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(raised, "raised");
    Objects.requireNonNull(seen, "seen");
  }
}
