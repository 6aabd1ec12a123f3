package org.bora.backend.pin;

import java.time.Instant;
import org.bora.api.get.GetReply;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.NameKey;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.TokenSource;

/** srmStatusOfGetRequest and srmStatusOfBringOnlineRequest (GFD.129 sections 5.2 and 5.4). */
public final class PinStatus {
  private final PinLookup lookup;
  private final Locator locator;
  private final Staging staging;
  private final TokenSource tokens;
  private final RequestKind kind;
  private final PinReplies replies;

  PinStatus(PinParts parts, RequestKind kind, PinReplies replies) {
    this.lookup = new PinLookup(parts.transactions());
    this.locator = parts.locator();
    this.staging = parts.staging();
    this.tokens = parts.tokens();
    this.kind = kind;
    this.replies = replies;
  }

  public GetReply status(Call call, StatusRequest request) {
    return switch (lookup.find(call.caller(), request.token(), kind)) {
      case PinLookup.Found.No(ReturnStatus status) -> PinReplies.refused(status);
      case PinLookup.Found.Yes(PinnedFiles found) -> status(found, request);
    };
  }

  private GetReply status(PinnedFiles found, StatusRequest request) {
    Instant now = tokens.now();
    PinnedFiles told = request.withoutForecast() ? found : Forecast.of(staging, found, now);
    return request.surls().isEmpty()
        ? replies.all(told, now)
        : replies.some(told, request.surls(), surl -> NameKey.of(surl, locator.locate(surl)), now);
  }
}
