package org.bora.backend.operation.get;

import org.bora.api.get.GetCalls;
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

/** The two operations of a get, wired. Thread safe. */
public final class GetOperations implements GetCalls {
  private final PrepareToGet prepareToGet;
  private final PinStatus status;

  public GetOperations(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      Entrance entrance,
      Turls turls,
      TokenSource tokens,
      SpaceLookup spaces) {
    PinReplies replies = new PinReplies(SrmStatus.FILE_PINNED);
    prepareToGet =
        new PrepareToGet(
            new PinTerms(settings, locator, spaces, tokens),
            new Pinning(settings, transactions, locator, entrance, tokens),
            replies,
            turls);
    status = new PinStatus(transactions, locator, tokens, RequestKind.GET, replies);
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
