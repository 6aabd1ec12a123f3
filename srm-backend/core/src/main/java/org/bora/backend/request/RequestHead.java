package org.bora.backend.request;

import java.time.Instant;
import java.util.Objects;

/**
 * The common data of all files of a request.
 *
 * @param owner who may use the token
 * @param description userRequestDescription; may be empty
 * @param deadline end of the total request time granted (GFD.129 section 1.20)
 * @param ends when the last pin ends at the latest; the request is kept for a while after that
 * @param suspended whether its owner has stopped it; its times go on all the same
 */
public record RequestHead(
    RequestToken token,
    RequestKind kind,
    RequestOwner owner,
    String description,
    Instant created,
    Instant deadline,
    Instant ends,
    boolean suspended) {

  public RequestHead {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(description, "description");
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(deadline, "deadline");
    Objects.requireNonNull(ends, "ends");
  }

  /** A request that begins now, and ends with its total time or its last pin. */
  public static RequestHead begin(
      RequestToken token,
      RequestKind kind,
      RequestOwner owner,
      String description,
      Instant now,
      Lifetimes granted) {
    Instant deadline = now.plus(granted.total());
    Instant pinned = now.plus(granted.pin());
    Instant ends = pinned.isAfter(deadline) ? pinned : deadline;
    return new RequestHead(token, kind, owner, description, now, deadline, ends, false);
  }

  /** The same, kept until {@code later} at least. */
  public RequestHead keptUntil(Instant later) {
    return later.isAfter(ends)
        ? new RequestHead(token, kind, owner, description, created, deadline, later, suspended)
        : this;
  }
}
