package org.bora.backend.operation.bringonline;

import org.bora.api.bringonline.BringOnlineCalls;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.PinReplies;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.pin.PinStatus;
import org.bora.backend.pin.PinTerms;
import org.bora.backend.pin.Pinning;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceLookup;
import org.bora.backend.turl.Turls;

/** The two operations of a bringOnline, wired. Thread safe. */
public final class BringOnlineOperations implements BringOnlineCalls {
  private final BringOnline bringOnline;
  private final PinStatus status;

  public BringOnlineOperations(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      Entrance entrance,
      Turls turls,
      TokenSource tokens,
      SpaceLookup spaces) {
    PinReplies replies = new PinReplies(SrmStatus.SUCCESS);
    bringOnline =
        new BringOnline(
            new PinTerms(settings, locator, spaces, tokens),
            new Pinning(settings, transactions, locator, entrance, tokens),
            replies,
            turls);
    status = new PinStatus(transactions, locator, tokens, RequestKind.BRING_ONLINE, replies);
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
