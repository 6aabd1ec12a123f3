package org.bora.backend.operation.get;

import org.bora.api.get.GetCalls;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.SrmStatus;
import org.bora.backend.pin.PinParts;
import org.bora.backend.pin.PinReplies;
import org.bora.backend.pin.PinStatus;
import org.bora.backend.request.RequestKind;
import org.bora.backend.turl.Turls;

/** The two operations of a get, wired. Thread safe. */
public final class GetOperations implements GetCalls {
  private final PrepareToGet prepareToGet;
  private final PinStatus status;

  public GetOperations(PinParts parts, Turls turls) {
    prepareToGet =
        new PrepareToGet(
            parts.terms(), parts.pinning(), new PinReplies(SrmStatus.FILE_PINNED), turls);
    status = parts.status(RequestKind.GET, SrmStatus.FILE_PINNED);
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    return prepareToGet.prepareToGet(call, request);
  }

  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return status.status(call, request);
  }
}
