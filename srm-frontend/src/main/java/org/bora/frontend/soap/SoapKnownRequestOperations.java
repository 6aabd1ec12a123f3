package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.surls;
import static org.bora.frontend.soap.RequestFields.text;

import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.request.DescriptionRequest;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.KnownRequestsReply;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.RequestSummariesReply;
import org.bora.api.request.RequestSummary;
import org.bora.api.request.TokensRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfTRequestSummary;
import org.bora.contract.ArrayOfTRequestTokenReturn;
import org.bora.contract.SrmExtendFileLifeTimeRequest;
import org.bora.contract.SrmExtendFileLifeTimeResponse;
import org.bora.contract.SrmGetRequestSummaryRequest;
import org.bora.contract.SrmGetRequestSummaryResponse;
import org.bora.contract.SrmGetRequestTokensRequest;
import org.bora.contract.SrmGetRequestTokensResponse;
import org.bora.contract.TRequestSummary;
import org.bora.contract.TRequestTokenReturn;

/** A caller's requests, and their lifetimes (GFD.129 sections 5.15 to 5.17). */
final class SoapKnownRequestOperations {
  private final Backend backend;

  SoapKnownRequestOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmGetRequestSummary",
            SrmGetRequestSummaryRequest.class,
            this::summaries,
            SoapKnownRequestOperations::summariesRefused),
        new ContractOperation<>(
            "srmGetRequestTokens",
            SrmGetRequestTokensRequest.class,
            this::tokens,
            (status, request) -> tokens(status)),
        new ContractOperation<>(
            "srmExtendFileLifeTime",
            SrmExtendFileLifeTimeRequest.class,
            this::extend,
            SoapKnownRequestOperations::extendRefused));
  }

  private SrmGetRequestSummaryResponse summaries(Call call, SrmGetRequestSummaryRequest request) {
    List<String> tokens =
        RequestFields.entries(
            RequestFields.strings(request.getArrayOfRequestTokens()), "arrayOfRequestTokens");
    RequestSummariesReply reply =
        backend.call(Catalogue.GET_REQUEST_SUMMARY, call, new TokensRequest(tokens));
    SrmGetRequestSummaryResponse wire = new SrmGetRequestSummaryResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    if (!reply.requests().isEmpty()) {
      ArrayOfTRequestSummary array = new ArrayOfTRequestSummary();
      reply.requests().forEach(one -> array.getSummaryArray().add(summary(one)));
      wire.setArrayOfRequestSummaries(array);
    }
    return wire;
  }

  private static TRequestSummary summary(RequestSummary summary) {
    TRequestSummary wire = summary(summary.token(), summary.status());
    wire.setRequestType(summary.type().map(Enum::name).orElse(null));
    wire.setTotalNumFilesInRequest(ReplyFields.number(summary.total()));
    wire.setNumOfCompletedFiles(ReplyFields.number(summary.completed()));
    wire.setNumOfWaitingFiles(ReplyFields.number(summary.waiting()));
    wire.setNumOfFailedFiles(ReplyFields.number(summary.failed()));
    return wire;
  }

  private static TRequestSummary summary(String token, ReturnStatus status) {
    TRequestSummary wire = new TRequestSummary();
    wire.setRequestToken(token);
    wire.setStatus(ReplyFields.status(status));
    return wire;
  }

  private static SrmGetRequestSummaryResponse summariesRefused(
      ReturnStatus status, SrmGetRequestSummaryRequest request) {
    SrmGetRequestSummaryResponse wire = new SrmGetRequestSummaryResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    List<String> tokens = RequestFields.strings(request.getArrayOfRequestTokens());
    if (!tokens.isEmpty()) {
      ArrayOfTRequestSummary array = new ArrayOfTRequestSummary();
      tokens.forEach(token -> array.getSummaryArray().add(summary(token, status)));
      wire.setArrayOfRequestSummaries(array);
    }
    return wire;
  }

  private SrmGetRequestTokensResponse tokens(Call call, SrmGetRequestTokensRequest request) {
    KnownRequestsReply reply =
        backend.call(
            Catalogue.GET_REQUEST_TOKENS,
            call,
            new DescriptionRequest(text(request.getUserRequestDescription())));
    SrmGetRequestTokensResponse wire = tokens(reply.status());
    if (!reply.requests().isEmpty()) {
      ArrayOfTRequestTokenReturn array = new ArrayOfTRequestTokenReturn();
      reply
          .requests()
          .forEach(
              known -> {
                TRequestTokenReturn token = new TRequestTokenReturn();
                token.setRequestToken(known.token());
                token.setCreatedAtTime(known.createdAt());
                array.getTokenArray().add(token);
              });
      wire.setArrayOfRequestTokens(array);
    }
    return wire;
  }

  private static SrmGetRequestTokensResponse tokens(ReturnStatus status) {
    SrmGetRequestTokensResponse wire = new SrmGetRequestTokensResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmExtendFileLifeTimeResponse extend(Call call, SrmExtendFileLifeTimeRequest request) {
    LifetimesReply reply =
        backend.call(
            Catalogue.EXTEND_FILE_LIFE_TIME,
            call,
            new ExtendRequest(
                text(request.getRequestToken()),
                surls(request.getArrayOfSURLs(), "arrayOfSURLs"),
                seconds(request.getNewFileLifeTime(), "newFileLifeTime"),
                seconds(request.getNewPinLifeTime(), "newPinLifeTime")));
    SrmExtendFileLifeTimeResponse wire = new SrmExtendFileLifeTimeResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(SoapLifetimes.of(reply.files()));
    return wire;
  }

  private static SrmExtendFileLifeTimeResponse extendRefused(
      ReturnStatus status, SrmExtendFileLifeTimeRequest request) {
    SrmExtendFileLifeTimeResponse wire = new SrmExtendFileLifeTimeResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(SoapLifetimes.refused(request.getArrayOfSURLs(), status));
    return wire;
  }
}
