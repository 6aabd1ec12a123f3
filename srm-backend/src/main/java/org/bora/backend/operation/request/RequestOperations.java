package org.bora.backend.operation.request;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestCalls;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.PinRenewal;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.request.FileLives;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;

/** The operations on requests of any kind, wired. Thread safe. */
public final class RequestOperations implements RequestCalls {
  private final ReleaseFiles releaseFiles;
  private final AbortRequest abortRequest;
  private final AbortFiles abortFiles;
  private final Suspension suspension;
  private final GetRequestSummary getRequestSummary;
  private final GetRequestTokens getRequestTokens;
  private final ExtendFileLifeTime extendFileLifeTime;

  /**
   * @param others the files of requests that are neither puts, gets nor bringOnlines
   */
  public RequestOperations(
      PinSettings settings,
      Transactions transactions,
      Locator locator,
      SpaceBooks books,
      TokenSource tokens,
      FileLives lives,
      List<RequestFiles> others) {
    List<RequestFiles> kinds = new ArrayList<>(others);
    kinds.add(new PutRequestFiles(transactions, locator, books, tokens));
    kinds.add(new PinRequestFiles(transactions, locator, tokens));
    AllRequestFiles files = new AllRequestFiles(kinds);
    RequestLookup lookup = new RequestLookup(transactions);
    releaseFiles = new ReleaseFiles(transactions, locator, books, tokens);
    abortRequest = new AbortRequest(lookup, files);
    abortFiles = new AbortFiles(lookup, files);
    suspension = new Suspension(lookup, files, transactions, tokens);
    getRequestSummary = new GetRequestSummary(settings.limits(), transactions, files);
    getRequestTokens = new GetRequestTokens(settings.limits(), transactions);
    extendFileLifeTime =
        new ExtendFileLifeTime(
            new PinExtension(
                transactions,
                new PinRenewal(transactions, locator, books, tokens),
                locator,
                tokens,
                settings.lifetimes()),
            lives,
            settings.limits());
  }

  @Override
  public SurlStatusesReply releaseFiles(Call call, ReleaseRequest request) {
    return releaseFiles.releaseFiles(call, request);
  }

  @Override
  public StatusReply abortRequest(Call call, org.bora.api.request.AbortRequest request) {
    return abortRequest.abortRequest(call, request);
  }

  @Override
  public SurlStatusesReply abortFiles(Call call, AbortFilesRequest request) {
    return abortFiles.abortFiles(call, request);
  }

  @Override
  public StatusReply suspendRequest(Call call, String token) {
    return suspension.suspendRequest(call, token);
  }

  @Override
  public StatusReply resumeRequest(Call call, String token) {
    return suspension.resumeRequest(call, token);
  }

  @Override
  public RequestSummariesReply getRequestSummary(Call call, List<String> tokens) {
    return getRequestSummary.getRequestSummary(call, tokens);
  }

  @Override
  public KnownRequestsReply getRequestTokens(Call call, Optional<String> description) {
    return getRequestTokens.getRequestTokens(call, description);
  }

  @Override
  public LifetimesReply extendFileLifeTime(Call call, ExtendRequest request) {
    return extendFileLifeTime.extendFileLifeTime(call, request);
  }
}
