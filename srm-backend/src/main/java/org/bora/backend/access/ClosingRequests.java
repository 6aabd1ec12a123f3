package org.bora.backend.access;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestCalls;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** Requests whose end is the end of what the account had for their TURLs. */
public record ClosingRequests(RequestCalls requests, TurlGrants grants) implements RequestCalls {

  public ClosingRequests {
    Objects.requireNonNull(requests, "requests");
    Objects.requireNonNull(grants, "grants");
  }

  /** The same operations where no area opens its files just in time. */
  public static RequestCalls of(RequestCalls requests, TurlGrants grants) {
    return grants.areNeeded() ? new ClosingRequests(requests, grants) : requests;
  }

  @Override
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    SurlStatusesReply reply = requests.releaseFiles(call, request);
    request.token().ifPresentOrElse(grants::settle, () -> grants.settle(request.surls()));
    return reply;
  }

  @Override
  public StatusReply abortRequest(Call call, AbortRequest request) {
    StatusReply reply = requests.abortRequest(call, request);
    grants.settle(request.token());
    return reply;
  }

  @Override
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    SurlStatusesReply reply = requests.abortFiles(call, request);
    grants.settle(request.token());
    return reply;
  }

  @Override
  public StatusReply suspendRequest(Call call, String token) {
    return requests.suspendRequest(call, token);
  }

  @Override
  public StatusReply resumeRequest(Call call, String token) {
    return requests.resumeRequest(call, token);
  }

  @Override
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return requests.getRequestSummary(call, tokens);
  }

  @Override
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return requests.getRequestTokens(call, description);
  }

  /** A longer pin is a longer grant: its row is all there is of the time. */
  @Override
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return requests.extendFileLifeTime(call, request);
  }
}
