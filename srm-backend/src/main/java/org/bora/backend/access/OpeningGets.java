package org.bora.backend.access;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.get.GetCalls;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/** Gets whose TURLs the caller's account can use by the time it is told of them. */
public record OpeningGets(GetCalls gets, TurlGrants grants) implements GetCalls {

  public OpeningGets {
    Objects.requireNonNull(gets, "gets");
    Objects.requireNonNull(grants, "grants");
  }

  /** The same operations where no area opens its files just in time. */
  public static GetCalls of(GetCalls gets, TurlGrants grants) {
    return grants.areNeeded() ? new OpeningGets(gets, grants) : gets;
  }

  @Override
  public GetReply prepareToGet(Call call, GetRequest request) {
    Optional<ReturnStatus> refusal = grants.refusal(call.caller(), request.surls());
    return refusal.isPresent()
        ? new GetReply(
            refusal.get(), Optional.empty(), List.of(), OptionalInt.empty(), OptionalInt.empty())
        : opened(call, gets.prepareToGet(call, request), Optional.empty());
  }

  /** A file that had to wait has its TURL from here, and whoever shares the token too. */
  @Override
  public GetReply statusOfGet(Call call, StatusRequest request) {
    return opened(call, gets.statusOfGet(call, request), Optional.of(request.token()));
  }

  private GetReply opened(Call call, GetReply reply, Optional<String> asked) {
    List<Surl> readable =
        reply.files().stream()
            .filter(file -> file.turl().isPresent())
            .map(GetFileStatus::surl)
            .toList();
    reply
        .token()
        .or(() -> asked)
        .ifPresent(token -> grants.open(call.caller(), token, TurlGrants.Use.READ, readable));
    return reply;
  }
}
