package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;

/**
 * What all files of a request share.
 *
 * @param ownerDn the only one who may use the token
 * @param description userRequestDescription; may be empty
 * @param deadline end of the total request time granted (GFD.129 section 1.20)
 * @param ends when the last pin ends at the latest; the request is kept for a while after that
 */
public record RequestHead(
    RequestToken token,
    RequestKind kind,
    String ownerDn,
    String description,
    Instant created,
    Instant deadline,
    Instant ends) {

  public RequestHead {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(ownerDn, "ownerDn");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(ends, "ends");
  }
}
