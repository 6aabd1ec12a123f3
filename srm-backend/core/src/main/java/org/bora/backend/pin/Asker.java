package org.bora.backend.pin;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Caller;

/**
 * Whose share a recalled file counts for.
 *
 * @param caller whose turn it uses
 * @param organisation of the caller, whose callers share its turns; empty if unknown
 * @param activity of the caller, if any was named
 */
public record Asker(String caller, Optional<String> organisation, Optional<String> activity) {
  public Asker {
    Objects.requireNonNull(caller, "caller");
    Objects.requireNonNull(organisation, "organisation");
    Objects.requireNonNull(activity, "activity");
  }

  /** With the virtual organisation of the caller's primary attribute. */
  static Asker of(Caller caller, Optional<String> activity) {
    return new Asker(caller.dn(), caller.vo(), activity);
  }

  /** A caller of whom no more than the name is known, and no activity in particular. */
  public static Asker of(String caller) {
    return new Asker(caller, Optional.empty(), Optional.empty());
  }
}
