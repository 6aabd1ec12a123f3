package org.bora.backend.operation.bringonline;

import org.bora.api.bringonline.BringOnlineCalls;
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

/** The two operations of a bringOnline, wired. Thread safe. */
public final class BringOnlineOperations implements BringOnlineCalls {
  private final BringOnline bringOnline;
  private final PinStatus status;

  public BringOnlineOperations(PinParts parts, Turls turls) {
    bringOnline =
        new BringOnline(parts.terms(), parts.pinning(), new PinReplies(SrmStatus.SUCCESS), turls);
    status = parts.status(RequestKind.BRING_ONLINE, SrmStatus.SUCCESS);
  }

  @Override
  public GetReply bringOnline(Call call, GetRequest request) {
    return bringOnline.bringOnline(call, request);
  }

  @Override
  public GetReply statusOfBringOnline(Call call, StatusRequest request) {
    return status.status(call, request);
  }
}
