package org.bora.backend.operation.request;

import java.util.List;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatus;
import org.bora.backend.request.ChangedBy;
import org.bora.backend.request.RequestHead;

/**
 * srmAbortRequest (GFD.129 section 5.11), for requests of every kind and in every state. A repeated
 * abort, or an abort of a refused request, succeeds and changes nothing.
 */
public final class AbortWholeRequest {
  private final RequestLookup lookup;
  private final AllRequestFiles files;

  AbortWholeRequest(RequestLookup lookup, AllRequestFiles files) {
    this.lookup = lookup;
    this.files = files;
  }

  /** As {@link org.bora.api.Catalogue#ABORT_REQUEST}. */
  public StatusReply abortRequest(Call call, AbortRequest request) {
    return switch (lookup.find(call.caller(), request.token())) {
      case RequestLookup.Found.No(ReturnStatus status) -> new StatusReply(status);
      case RequestLookup.Found.Yes(RequestHead head) -> {
        List<SurlStatus> aborted = files.of(head.kind()).abort(head, ChangedBy.of(call, request));
        yield new StatusReply(
            StatusAggregation.of(aborted.stream().map(SurlStatus::status).toList()));
      }
    };
  }
}
