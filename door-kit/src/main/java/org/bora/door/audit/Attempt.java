package org.bora.door.audit;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.api.figures.CallTarget;

/**
 * The log line of a call that does not succeed.
 *
 * @param operation name of the operation, for example {@code srmLs}
 * @param trace identifier of the call in the logs of frontend and backend
 * @param dn of the caller
 * @param target what the call is about; only evaluated if it is written
 */
public record Attempt(
    String operation, String trace, String dn, Supplier<Optional<CallTarget>> target) {

  public Attempt {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(dn, "dn");
    Objects.requireNonNull(target, "target");
  }

  /** For a call whose operation is not known yet. */
  public Attempt(String operation, String trace, String dn) {
    this(operation, trace, dn, Optional::empty);
  }
}
