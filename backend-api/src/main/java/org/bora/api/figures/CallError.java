package org.bora.api.figures;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * A call that was not done as asked.
 *
 * @param status name on the wire
 * @param reason what its client was told, cut to {@value #LONGEST} characters
 * @param trace under which both halves log it
 * @param token of the request, where there is one
 * @param dn of the caller, cut likewise
 */
public record CallError(
    Instant at,
    String operation,
    CallResult result,
    String status,
    String reason,
    String trace,
    Optional<String> token,
    String dn) {
  private static final int LONGEST = 200;

  public CallError {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(operation, "operation");
    Objects.requireNonNull(result, "result");
    Objects.requireNonNull(status, "status");
    reason = cut(reason);
    trace = cut(trace);
    token = token.map(CallError::cut);
    dn = cut(dn);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST);
  }
}
