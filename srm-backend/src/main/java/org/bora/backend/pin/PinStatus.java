package org.bora.backend.pin;

import org.bora.api.get.GetReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.TokenSource;

/** srmStatusOfGetRequest and srmStatusOfBringOnlineRequest (GFD.129 sections 5.2 and 5.4). */
public final class PinStatus {
  private final PinLookup lookup;
  private final Locator locator;
  private final TokenSource tokens;
  private final RequestKind kind;
  private final PinReplies replies;

  public PinStatus(
      Transactions transactions,
      Locator locator,
      TokenSource tokens,
      RequestKind kind,
      PinReplies replies) {
    this.lookup = new PinLookup(transactions);
    this.locator = locator;
    this.tokens = tokens;
    this.kind = kind;
    this.replies = replies;
  }

  public GetReply status(Call call, StatusRequest request) {
    return switch (lookup.find(call.caller(), request.token(), kind)) {
      case PinLookup.Found.No(ReturnStatus status) -> PinReplies.refused(status);
      case PinLookup.Found.Yes(PinnedFiles found) ->
          request.surls().isEmpty()
              ? replies.all(found, tokens.now())
              : replies.some(
                  found,
                  request.surls(),
                  surl -> NameKey.of(surl, locator.locate(surl)),
                  tokens.now());
    };
  }
}
