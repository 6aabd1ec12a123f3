package org.bora.backend.request;

import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * Who may use a token, and for what. A request of another caller is always refused with the same
 * answer, whatever its kind and state.
 */
public final class Ownership {

  private Ownership() {}

  /** The answer to a token that is not, or no longer, known. */
  public static ReturnStatus unknown() {
    return ReturnStatus.of(SrmStatus.INVALID_REQUEST, "no such request token");
  }

  /** Why the caller may not use this request; empty for an owner. */
  public static Optional<ReturnStatus> refusal(RequestHead head, Caller caller) {
    return head.owner().includes(caller)
        ? Optional.empty()
        : Optional.of(
            ReturnStatus.of(
                SrmStatus.AUTHORIZATION_FAILURE, "the request token belongs to someone else"));
  }

  /** The same for a call that is for one kind of request only. */
  public static Optional<ReturnStatus> refusal(
      RequestHead head, Caller caller, RequestKind wanted) {
    Optional<ReturnStatus> refusal = refusal(head, caller);
    if (refusal.isPresent() || head.kind() == wanted) {
      return refusal;
    }
    return Optional.of(
        ReturnStatus.of(
            SrmStatus.INVALID_REQUEST, "the request token is one of another kind of request"));
  }
}
