package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.surlsIfAny;
import static org.bora.frontend.soap.RequestFields.text;

import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SourceFile;
import org.bora.contract.ArrayOfTBringOnlineRequestFileStatus;
import org.bora.contract.SrmBringOnlineRequest;
import org.bora.contract.SrmBringOnlineResponse;
import org.bora.contract.SrmStatusOfBringOnlineRequestRequest;
import org.bora.contract.SrmStatusOfBringOnlineRequestResponse;
import org.bora.contract.TBringOnlineRequestFileStatus;

/** Staging (GFD.129 sections 5.3 and 5.4). */
final class SoapBringOnlineOperations {
  private final Backend backend;

  SoapBringOnlineOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmBringOnline",
            SrmBringOnlineRequest.class,
            this::bringOnline,
            SoapBringOnlineOperations::bringOnlineRefused),
        new ContractOperation<>(
            "srmStatusOfBringOnlineRequest",
            SrmStatusOfBringOnlineRequestRequest.class,
            this::statusOfBringOnline,
            SoapBringOnlineOperations::statusRefused));
  }

  private SrmBringOnlineResponse bringOnline(Call call, SrmBringOnlineRequest request) {
    List<SourceFile> sources = SourceFiles.of(request.getArrayOfFileRequests());
    GetRequest get =
        new GetRequest(
            sources,
            RequestFields.label(request.getUserRequestDescription()),
            seconds(request.getDesiredTotalRequestTime(), "desiredTotalRequestTime"),
            RequestFields.longer(
                seconds(request.getDesiredLifeTime(), "desiredLifeTime"),
                RequestFields.copyPin(request.getStorageSystemInfo())),
            RequestFields.count(request.getDeferredStartTime(), "deferredStartTime"),
            RequestFields.word(
                FileStorageType.class,
                request.getDesiredFileStorageType(),
                "desiredFileStorageType"),
            text(request.getTargetSpaceToken()),
            RequestFields.retention(
                request.getTargetFileRetentionPolicyInfo(), "targetFileRetentionPolicyInfo"),
            RequestFields.protocols(request.getTransferParameters()));
    GetReply reply = backend.call(Catalogue.BRING_ONLINE, call, get);
    SrmBringOnlineResponse wire = new SrmBringOnlineResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setRequestToken(reply.token().orElse(null));
    wire.setArrayOfFileStatuses(files(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    wire.setRemainingDeferredStartTime(ReplyFields.number(reply.remainingDeferredStartTime()));
    return wire;
  }

  private static SrmBringOnlineResponse bringOnlineRefused(
      ReturnStatus status, SrmBringOnlineRequest request) {
    SrmBringOnlineResponse wire = new SrmBringOnlineResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(
        refused(SourceFiles.texts(request.getArrayOfFileRequests()), status));
    return wire;
  }

  private SrmStatusOfBringOnlineRequestResponse statusOfBringOnline(
      Call call, SrmStatusOfBringOnlineRequestRequest request) {
    GetReply reply =
        backend.call(
            Catalogue.STATUS_OF_BRING_ONLINE,
            call,
            new StatusRequest(
                required(request.getRequestToken(), "requestToken"),
                surlsIfAny(request.getArrayOfSourceSURLs())));
    SrmStatusOfBringOnlineRequestResponse wire = new SrmStatusOfBringOnlineRequestResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(files(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    wire.setRemainingDeferredStartTime(ReplyFields.number(reply.remainingDeferredStartTime()));
    return wire;
  }

  private static SrmStatusOfBringOnlineRequestResponse statusRefused(
      ReturnStatus status, SrmStatusOfBringOnlineRequestRequest request) {
    SrmStatusOfBringOnlineRequestResponse wire = new SrmStatusOfBringOnlineRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    if (request.getArrayOfSourceSURLs() != null) {
      wire.setArrayOfFileStatuses(refused(request.getArrayOfSourceSURLs().getUrlArray(), status));
    }
    return wire;
  }

  private static ArrayOfTBringOnlineRequestFileStatus files(List<GetFileStatus> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTBringOnlineRequestFileStatus array = new ArrayOfTBringOnlineRequestFileStatus();
    for (GetFileStatus file : files) {
      TBringOnlineRequestFileStatus wire = new TBringOnlineRequestFileStatus();
      wire.setSourceSURL(file.surl().text());
      wire.setStatus(ReplyFields.status(file.status()));
      wire.setFileSize(ReplyFields.number(file.size()));
      wire.setEstimatedWaitTime(ReplyFields.number(file.estimatedWait()));
      wire.setRemainingPinTime(ReplyFields.number(file.remainingPinTime()));
      array.getStatusArray().add(wire);
    }
    return array;
  }

  private static ArrayOfTBringOnlineRequestFileStatus refused(
      List<String> surls, ReturnStatus status) {
    if (surls.isEmpty()) {
      return null;
    }
    ArrayOfTBringOnlineRequestFileStatus array = new ArrayOfTBringOnlineRequestFileStatus();
    for (String surl : surls) {
      TBringOnlineRequestFileStatus wire = new TBringOnlineRequestFileStatus();
      wire.setSourceSURL(surl);
      wire.setStatus(ReplyFields.status(status));
      array.getStatusArray().add(wire);
    }
    return array;
  }
}
