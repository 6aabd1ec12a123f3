package org.bora.backend.operation.get;

import java.util.Optional;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.pin.PinReplies;
import org.bora.backend.pin.PinTerms;
import org.bora.backend.pin.PinTerms.Terms;
import org.bora.backend.pin.Pinning;
import org.bora.backend.request.RequestKind;
import org.bora.backend.turl.Turls;

/**
 * srmPrepareToGet (GFD.129 section 5.1): a file on disk is pinned and gets its TURL at once, a file
 * on tape after its recall.
 */
public final class PrepareToGet {
  private final PinTerms terms;
  private final Pinning pinning;
  private final PinReplies replies;
  private final Turls turls;

  PrepareToGet(PinTerms terms, Pinning pinning, PinReplies replies, Turls turls) {
    this.terms = terms;
    this.pinning = pinning;
    this.replies = replies;
    this.turls = turls;
  }

  /** As {@link org.bora.api.Catalogue#PREPARE_TO_GET}. */
  public GetReply prepareToGet(Call call, GetRequest request) {
    return switch (terms.agree(call.caller(), request)) {
      case Terms.Refused(ReturnStatus status) -> PinReplies.refused(status);
      case Terms.Agreed(PinTerms.Granted granted) ->
          switch (turls.choose(request.protocols())) {
            case Turls.Choice.None(ReturnStatus status) -> PinReplies.refused(status);
            case Turls.Choice.Through(Turls.Way way) -> get(call, request, granted, way);
          };
    };
  }

  private GetReply get(Call call, GetRequest request, PinTerms.Granted granted, Turls.Way way) {
    Pinning.Outcome outcome =
        pinning.pin(
            call,
            request,
            RequestKind.GET,
            granted,
            place -> Optional.of(way.turl(place.area().tree().physicalPath(place.path()))));
    return replies.of(outcome);
  }
}
