package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.List;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.Mapping;
import org.bora.backend.operation.put.PutTerms.Terms;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.TokenSource;
import org.bora.storage.spi.Owner;

/**
 * srmPrepareToPut (GFD.129 section 5.5): agree on the terms, sort the names, begin the uploads,
 * register all of it in one transaction, and answer with the TURLs at once.
 */
public final class PrepareToPut {
  private final PutTerms terms;
  private final Entrance entrance;
  private final Wishes wishes;
  private final CopyPinCheck copyPins;
  private final PutRegistration registration;
  private final Mapping mapping;
  private final TokenSource tokens;

  PrepareToPut(
      Entrance entrance,
      PutTerms terms,
      Wishes wishes,
      CopyPinCheck copyPins,
      PutRegistration registration,
      Mapping mapping,
      TokenSource tokens) {
    this.terms = terms;
    this.entrance = entrance;
    this.wishes = wishes;
    this.copyPins = copyPins;
    this.registration = registration;
    this.mapping = mapping;
    this.tokens = tokens;
  }

  /** As {@link org.bora.api.Catalogue#PREPARE_TO_PUT}. */
  public PutReply prepareToPut(Call call, PutRequest request) {
    return switch (terms.agree(call.caller(), request, tokens.now())) {
      case Terms.Refused(ReturnStatus status) -> PutReplies.refused(status);
      case Terms.Agreed agreed ->
          switch (mapping.map(call.caller())) {
            case Mapping.Mapped.Refused(String reason) ->
                PutReplies.refused(ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
            case Mapping.Mapped.To(Owner owner, String _) -> put(call, request, agreed, owner);
          };
    };
  }

  private PutReply put(Call call, PutRequest request, Terms.Agreed terms, Owner owner) {
    Instant now = tokens.now();
    Lifetimes lifetimes = terms.lifetimes();
    RequestHead head = head(call, request, lifetimes, now);
    Wishes.Sorted sorted =
        copyPins.within(
            call.caller().dn(),
            wishes.sort(call.caller(), request, terms.space(), head.token()),
            head.token(),
            now);
    Instant pinUntil = now.plus(lifetimes.pin());
    UploadStart.Batch batch =
        new UploadStart.Batch(
            head.token(),
            terms.way(),
            owner,
            new PutRights(entrance, call.caller()),
            request.overwrite(),
            now,
            pinUntil,
            registration.room(call, terms.space()));
    List<PutRow> rows = registration.register(call, head, sorted, batch);
    return PutReplies.of(
        head, rows, rows.stream().map(row -> PutReplies.file(row, now)).toList(), now);
  }

  private RequestHead head(Call call, PutRequest request, Lifetimes lifetimes, Instant now) {
    return RequestHead.begin(
        tokens.token(now),
        RequestKind.PUT,
        wishes.owner(call.caller(), request),
        request.description(),
        now,
        lifetimes);
  }
}
