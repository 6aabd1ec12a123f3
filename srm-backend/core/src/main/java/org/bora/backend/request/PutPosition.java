package org.bora.backend.request;

import java.util.Objects;
import java.util.UUID;

/**
 * Where a walk through puts has come to, in the order of their requests: that of indexes which end
 * with the primary key.
 *
 * @param position of the file in its request
 */
public record PutPosition(RequestToken token, int position) {

  /** Before all of them. */
  public static final PutPosition START =
      new PutPosition(new RequestToken(new UUID(0, 0)), Integer.MAX_VALUE);

  public PutPosition {
    Objects.requireNonNull(token, "token");
  }
}
