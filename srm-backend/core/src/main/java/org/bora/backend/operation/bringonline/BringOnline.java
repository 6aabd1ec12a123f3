package org.bora.backend.operation.bringonline;

import java.util.Optional;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.pin.NamedRequests;
import org.bora.backend.pin.PinReplies;
import org.bora.backend.pin.PinTerms;
import org.bora.backend.pin.PinTerms.Terms;
import org.bora.backend.pin.Pinning;
import org.bora.backend.pin.WantedTurl;
import org.bora.backend.request.RequestKind;
import org.bora.backend.turl.Turls;

/**
 * srmBringOnline (GFD.129 section 5.3): a file on disk is pinned at once, a file on tape after its
 * recall; no GridFTP server is needed.
 */
public final class BringOnline {
  private final PinTerms terms;
  private final Pinning pinning;
  private final NamedRequests named;
  private final PinReplies replies;
  private final Turls turls;

  BringOnline(
      PinTerms terms, Pinning pinning, NamedRequests named, PinReplies replies, Turls turls) {
    this.terms = terms;
    this.pinning = pinning;
    this.named = named;
    this.replies = replies;
    this.turls = turls;
  }

  /** As {@link org.bora.api.Catalogue#BRING_ONLINE}. */
  public GetReply bringOnline(Call call, GetRequest request) {
    return switch (terms.agree(call.caller(), request)) {
      case Terms.Refused(ReturnStatus status) -> PinReplies.refused(status);
      case Terms.Agreed(PinTerms.Granted granted) ->
          noProtocol(request).map(PinReplies::refused).orElseGet(() -> pin(call, request, granted));
    };
  }

  /**
   * A protocol that no GridFTP server supports is refused at once; a server that is down may
   * recover in time.
   */
  private Optional<ReturnStatus> noProtocol(GetRequest request) {
    return !request.protocols().isEmpty()
            && turls.choose(request.protocols()) instanceof Turls.Choice.None(ReturnStatus status)
            && status.code() == SrmStatus.NOT_SUPPORTED
        ? Optional.of(status)
        : Optional.empty();
  }

  private GetReply pin(Call call, GetRequest request, PinTerms.Granted granted) {
    return replies.of(
        named.once(
            call,
            request,
            () -> pinning.pin(call, request, RequestKind.BRING_ONLINE, granted, WantedTurl.NONE)));
  }
}
