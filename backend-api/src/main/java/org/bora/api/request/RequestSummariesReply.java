package org.bora.api.request;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.Reply;
import org.bora.api.word.ReturnStatus;

/** One summary per token asked for, in the order asked (srmGetRequestSummary). */
public record RequestSummariesReply(ReturnStatus status, List<RequestSummary> requests)
    implements Reply {

  public RequestSummariesReply {
    Objects.requireNonNull(status, "status");
    requests = List.copyOf(requests);
  }

  @Override
  public List<ReturnStatus> statuses() {
    return requests.stream().map(RequestSummary::status).toList();
  }
}
