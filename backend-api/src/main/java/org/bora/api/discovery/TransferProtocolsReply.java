package org.bora.api.discovery;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** The protocols of the healthy doors of the site. */
public record TransferProtocolsReply(ReturnStatus status, List<TransferProtocol> protocols)
    implements Reply {

  public TransferProtocolsReply {
    Objects.requireNonNull(status, "status");
    protocols = List.copyOf(protocols);
  }
}
