package org.bora.backend.operation.request;

import java.util.ArrayList;
import java.util.List;
import org.bora.api.Catalogue;
import org.bora.api.Functions;
import org.bora.backend.database.Transactions;
import org.bora.backend.locate.Locator;
import org.bora.backend.pin.PinRenewal;
import org.bora.backend.pin.PinSettings;
import org.bora.backend.request.FileLives;
import org.bora.backend.request.RequestFiles;
import org.bora.backend.request.TokenSource;
import org.bora.backend.space.SpaceBooks;

/** Wires the operations on requests of any kind. Thread safe. */
public final class RequestOperations {

  private RequestOperations() {}

  /**
   * All of them.
   *
   * @param others the files of requests that are neither puts, gets nor bringOnlines
   */
  public static Functions of(
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
    ReleaseFiles releaseFiles = new ReleaseFiles(transactions, locator, books, tokens);
    AbortWholeRequest abortRequest = new AbortWholeRequest(lookup, files);
    AbortFiles abortFiles = new AbortFiles(lookup, files);
    Suspension suspension = new Suspension(lookup, files, transactions, tokens);
    GetRequestSummary getRequestSummary =
        new GetRequestSummary(settings.limits(), transactions, files);
    GetRequestTokens getRequestTokens = new GetRequestTokens(settings.limits(), transactions);
    ExtendFileLifeTime extendFileLifeTime =
        new ExtendFileLifeTime(
            new PinExtension(
                transactions,
                new PinRenewal(transactions, locator, books, tokens),
                locator,
                tokens,
                settings.lifetimes()),
            lives,
            settings.limits());
    return Functions.of(Catalogue.RELEASE_FILES, releaseFiles::releaseFiles)
        .and(Catalogue.ABORT_REQUEST, abortRequest::abortRequest)
        .and(Catalogue.FORGET_REQUEST, new ForgetRequest(lookup, transactions)::forgetRequest)
        .and(Catalogue.ABORT_FILES, abortFiles::abortFiles)
        .and(Catalogue.SUSPEND_REQUEST, (call, of) -> suspension.suspendRequest(call, of.token()))
        .and(Catalogue.RESUME_REQUEST, (call, of) -> suspension.resumeRequest(call, of.token()))
        .and(
            Catalogue.GET_REQUEST_SUMMARY,
            (call, of) -> getRequestSummary.getRequestSummary(call, of.tokens()))
        .and(
            Catalogue.GET_REQUEST_TOKENS,
            (call, of) -> getRequestTokens.getRequestTokens(call, of.description()))
        .and(Catalogue.EXTEND_FILE_LIFE_TIME, extendFileLifeTime::extendFileLifeTime);
  }
}
