package org.bora.backend.access;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.put.PutCalls;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;

/** Puts whose TURLs the caller's account can use by the time it is told of them. */
public record OpeningPuts(PutCalls puts, TurlGrants grants) implements PutCalls {

  public OpeningPuts {
    Objects.requireNonNull(puts, "puts");
    Objects.requireNonNull(grants, "grants");
  }

  /** The same operations where no area opens its files just in time. */
  public static PutCalls of(PutCalls puts, TurlGrants grants) {
    return grants.areNeeded() ? new OpeningPuts(puts, grants) : puts;
  }

  @Override
  public PutReply prepareToPut(Call call, PutRequest request) {
    return opened(call, puts.prepareToPut(call, request), Optional.empty());
  }

  @Override
  public PutReply statusOfPut(Call call, StatusRequest request) {
    return opened(call, puts.statusOfPut(call, request), Optional.of(request.token()));
  }

  private PutReply opened(Call call, PutReply reply, Optional<String> asked) {
    List<Surl> writable =
        reply.files().stream()
            .filter(file -> file.turl().isPresent())
            .map(PutFileStatus::surl)
            .toList();
    reply
        .token()
        .or(() -> asked)
        .ifPresent(token -> grants.open(call.caller(), token, TurlGrants.Use.WRITE, writable));
    return reply;
  }

  @Override
  public SurlStatusesReply putDone(Call call, PutDoneRequest request) {
    SurlStatusesReply reply = puts.putDone(call, request);
    grants.settle(request.token());
    // whoever read the old content reads nothing now
    grants.settle(request.surls());
    return reply;
  }
}
