package org.bora.backend.desk;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestToken;

/**
 * Which requests are wanted: all that is asked for must hold.
 *
 * @param openOnly those of which a file is being written, read, waited for or copied
 * @param owner subject of who made it
 * @param vo virtual organisation of who made it
 * @param state that some file of it is in, as it is stored
 * @param before made before this moment
 * @param after this one in the order of the list, the newest first: where the last page ended
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
