package org.bora.backend.request;

import java.util.Objects;
import java.util.UUID;

/**
 * The position of a walk through puts, in the order of their requests, which is that of indexes
 * ending with the primary key.
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
