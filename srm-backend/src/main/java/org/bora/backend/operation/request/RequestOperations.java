package org.bora.backend.operation.request;

import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.RequestCalls;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.request.PutEnding;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.TokenSource;

/** The operations on requests of any kind, wired. Thread safe. */
public final class RequestOperations implements RequestCalls {
  private final ReleaseFiles releaseFiles;
  private final AbortRequest abortRequest;
  private final AbortFiles abortFiles;

  public RequestOperations(Transactions transactions, Locator locator, TokenSource tokens) {
    PutEnding ending = new PutEnding(transactions, new PutTable(), locator);
    Aborting aborting = new Aborting(transactions, ending, tokens);
    releaseFiles = new ReleaseFiles(transactions, locator, tokens);
    abortRequest = new AbortRequest(aborting);
    abortFiles = new AbortFiles(aborting, locator);
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
}
