package org.bora.door.audit;

import java.util.Objects;

/**
 * What the log says of a call that is not answered as asked.
 *
 * @param operation name of the operation, for example {@code srmLs}
 * @param trace identifier of the call in both halves
 * @param dn of the caller
 */
public record Attempt(String operation, String trace, String dn) {

  public Attempt {
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(trace, "trace");
    Objects.requireNonNull(dn, "dn");
  }
}
