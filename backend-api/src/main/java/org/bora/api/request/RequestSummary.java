package org.bora.api.request;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.word.ReturnStatus;

/**
 * The progress of a request (TRequestSummary).
 *
 * @param type absent, like the numbers, if the token is not the caller's
 * @param waiting files that are not in a final state
 * @param completed files that succeeded
 * @param failed files that ended in any other way
 */
public record RequestSummary(
    String token,
    ReturnStatus status,
    Optional<RequestType> type,
    OptionalInt total,
    OptionalInt completed,
    OptionalInt waiting,
    OptionalInt failed) {

  public RequestSummary {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(type, "type");
    Objects.requireNonNull(total, "total");
    Objects.requireNonNull(completed, "completed");
    Objects.requireNonNull(waiting, "waiting");
    Objects.requireNonNull(failed, "failed");
  }
}
