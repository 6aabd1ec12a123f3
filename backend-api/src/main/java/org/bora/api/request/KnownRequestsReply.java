package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** The caller's requests, the oldest first (srmGetRequestTokens). */
public record KnownRequestsReply(ReturnStatus status, List<KnownRequest> requests)
    implements Reply {

  public KnownRequestsReply {
    Objects.requireNonNull(status, "status");
    requests = List.copyOf(requests);
  }
}
