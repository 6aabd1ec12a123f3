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
import org.bora.backend.request.RequestToken;
import org.bora.backend.request.UntoldPuts;

/**
 * Puts whose TURLs the caller's account can use by the time it is told of them. A put whose files
 * cannot be opened, or whose caller leaves meanwhile, is aborted: no client learns its token.
 */
public record OpeningPuts(PutCalls puts, TurlGrants grants, UntoldPuts untold) implements PutCalls {

  public OpeningPuts {
    Objects.requireNonNull(puts, "puts");
    Objects.requireNonNull(grants, "grants");
    Objects.requireNonNull(untold, "untold");
  }

  /** The same operations where no area opens its files just in time. */
  public static PutCalls of(PutCalls puts, TurlGrants grants, UntoldPuts untold) {
    return grants.areNeeded() ? new OpeningPuts(puts, grants, untold) : puts;
  }

  @Override
  public PutReply prepareToPut(Call call, PutRequest request) {
    PutReply reply = puts.prepareToPut(call, request);
    try {
      open(call, reply, Optional.empty());
      untold.requireCaller();
    } catch (RuntimeException e) {
      reply.token().ifPresent(token -> abort(token, e));
      throw e;
    }
    return reply;
  }

  /** Those who ask have the token, so their put goes on whatever becomes of this call. */
  @Override
  public PutReply statusOfPut(Call call, StatusRequest request) {
    PutReply reply = puts.statusOfPut(call, request);
    open(call, reply, Optional.of(request.token()));
    return reply;
  }

  private void open(Call call, PutReply reply, Optional<String> asked) {
    List<Surl> writable =
        reply.files().stream()
            .filter(file -> file.turl().isPresent())
            .map(PutFileStatus::surl)
            .toList();
    reply
        .token()
        .or(() -> asked)
        .ifPresent(token -> grants.open(call.caller(), token, TurlGrants.Use.WRITE, writable));
  }

  private void abort(String token, RuntimeException why) {
    try {
      RequestToken.parse(token).ifPresent(untold::abort);
    } catch (RuntimeException e) {
      why.addSuppressed(e); // the put ends with its time
    }
    grants.settle(token);
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
