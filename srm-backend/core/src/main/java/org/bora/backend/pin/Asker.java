package org.bora.backend.pin;

import java.util.Objects;
import java.util.Optional;

/**
 * On whose share a file counts that comes from tape.
 *
 * @param caller whose turn it uses
 * @param activity of the caller, if any was named
 */
public record Asker(String caller, Optional<String> activity) {
  public Asker {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(activity, "activity");
  }

  /** For no activity in particular. */
  public static Asker of(String caller) {
    return new Asker(caller, Optional.empty());
  }
}
