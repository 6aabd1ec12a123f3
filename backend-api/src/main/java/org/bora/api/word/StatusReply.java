package org.bora.api.word;

import java.util.Objects;

/** The reply of an operation that answers with nothing but a status. */
public record StatusReply(ReturnStatus status) implements Reply {

  public StatusReply {
    Objects.requireNonNull(status, "status");
  }
}
