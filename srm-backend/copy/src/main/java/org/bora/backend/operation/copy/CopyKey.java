package org.bora.backend.operation.copy;

import java.util.Objects;
import org.bora.backend.request.RequestToken;

/** A file by request and position. */
record CopyKey(RequestToken token, int position) {

  CopyKey {
    Objects.requireNonNull(token, "token");
  }

  static CopyKey of(CopyRow row) {
    return new CopyKey(row.token(), row.position());
  }

  /** For the log. */
  @Override
  public String toString() {
    return token + ", file " + position;
  }
}
