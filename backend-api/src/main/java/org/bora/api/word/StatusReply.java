package org.bora.api.word;

import java.util.Objects;

/** A reply that is only a status. */
public record StatusReply(ReturnStatus status) implements Reply {

  public StatusReply {
    Objects.requireNonNull(status, "status");
  }
}
