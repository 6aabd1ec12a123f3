package org.bora.backend.operation.request;

import java.util.List;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.api.word.StatusReply;

/** srmAbortRequest (GFD.129 section 5.11): every file that can still be aborted is. */
public final class AbortRequest {
  private final Aborting aborting;

  AbortRequest(Aborting aborting) {
    this.aborting = aborting;
  }

  /** As {@link org.bora.api.request.RequestCalls#abortRequest}. */
  public StatusReply abortRequest(Call call, org.bora.api.request.AbortRequest request) {
    return switch (aborting.find(call.caller(), request.token(), List.of())) {
      case Aborting.Found.No(ReturnStatus status) -> new StatusReply(status);
      case Aborting.Found.Yes(AbortableFiles files) ->
          new StatusReply(StatusAggregation.of(aborting.abort(files).values()));
    };
  }
}
