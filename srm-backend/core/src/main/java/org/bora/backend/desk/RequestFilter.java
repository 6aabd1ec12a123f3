package org.bora.backend.desk;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;

/**
 * Selects requests. All given conditions must hold.
 *
 * @param openOnly only requests with a file that is being written, read, waited for or copied
 * @param owner subject of the owner
 * @param vo virtual organisation of the owner
 * @param state stored state that at least one file must have
 * @param before only requests made before this moment
 * @param after only requests after this one in the list, which begins with the newest; the end of
 *     the last page
 */
public record RequestFilter(
    boolean openOnly,
    Optional<RequestKind> kind,
    Optional<String> owner,
    Optional<String> vo,
    Optional<String> state,
    Optional<Instant> before,
    Optional<RequestToken> after) {

  public RequestFilter {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(vo, "vo");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(before, "before");
    Objects.requireNonNull(after, "after");
  }

  /** All of them. */
  public static RequestFilter all() {
    return new RequestFilter(
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
