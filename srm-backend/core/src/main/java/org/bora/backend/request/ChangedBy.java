package org.bora.backend.request;

import java.util.Objects;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;

/**
 * Who changed a request, for its time line.
 *
 * @param name subject of the caller; for an order, the administrator, or {@code socket}
 * @param ordered whether an administrator ordered it
 * @param reason given by the administrator; may be empty
 */
public record ChangedBy(String name, boolean ordered, String reason) {

  public ChangedBy {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(reason, "reason");
  }

  /** The caller of an operation. */
  public static ChangedBy caller(Call call) {
    return new ChangedBy(call.caller().dn(), false, "");
  }

  /** An administrator. */
  public static ChangedBy administrator(String name, String reason) {
    return new ChangedBy(name, true, reason);
  }

  /** Who wants an abort: an administrator, for whom the owner is the caller, or the caller. */
  public static ChangedBy of(Call call, AbortRequest request) {
    return request
        .orderedBy()
        .map(name -> administrator(name, request.reason().orElse("")))
        .orElseGet(() -> caller(call));
  }
}
