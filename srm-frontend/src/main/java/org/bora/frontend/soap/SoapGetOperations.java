package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.surlsIfAny;
import static org.bora.frontend.soap.RequestFields.text;

import java.util.List;
import java.util.OptionalInt;
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
import org.bora.contract.ArrayOfTGetRequestFileStatus;
import org.bora.contract.SrmPrepareToGetRequest;
import org.bora.contract.SrmPrepareToGetResponse;
import org.bora.contract.SrmStatusOfGetRequestRequest;
import org.bora.contract.SrmStatusOfGetRequestResponse;
import org.bora.contract.TGetRequestFileStatus;

/** Reading (GFD.129 sections 5.1 and 5.2). */
final class SoapGetOperations {
  private final Backend backend;

  SoapGetOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmPrepareToGet",
            SrmPrepareToGetRequest.class,
            this::prepareToGet,
            SoapGetOperations::prepareToGetRefused),
        new ContractOperation<>(
            "srmStatusOfGetRequest",
            SrmStatusOfGetRequestRequest.class,
            this::statusOfGet,
            SoapGetOperations::statusOfGetRefused));
  }

  private SrmPrepareToGetResponse prepareToGet(Call call, SrmPrepareToGetRequest request) {
    List<SourceFile> sources = SourceFiles.of(request.getArrayOfFileRequests());
    GetRequest get =
        new GetRequest(
            sources,
            RequestFields.label(request.getUserRequestDescription()),
            seconds(request.getDesiredTotalRequestTime(), "desiredTotalRequestTime"),
            RequestFields.longer(
                seconds(request.getDesiredPinLifeTime(), "desiredPinLifeTime"),
                RequestFields.copyPin(request.getStorageSystemInfo())),
            OptionalInt.empty(),
            RequestFields.word(
                FileStorageType.class,
                request.getDesiredFileStorageType(),
                "desiredFileStorageType"),
            text(request.getTargetSpaceToken()),
            RequestFields.retention(
                request.getTargetFileRetentionPolicyInfo(), "targetFileRetentionPolicyInfo"),
            RequestFields.protocols(request.getTransferParameters()));
    GetReply reply = backend.call(Catalogue.PREPARE_TO_GET, call, get);
    SrmPrepareToGetResponse wire = new SrmPrepareToGetResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setRequestToken(reply.token().orElse(null));
    wire.setArrayOfFileStatuses(files(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    return wire;
  }

  private static SrmPrepareToGetResponse prepareToGetRefused(
      ReturnStatus status, SrmPrepareToGetRequest request) {
    SrmPrepareToGetResponse wire = new SrmPrepareToGetResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(
        refused(SourceFiles.texts(request.getArrayOfFileRequests()), status));
    return wire;
  }

  private SrmStatusOfGetRequestResponse statusOfGet(
      Call call, SrmStatusOfGetRequestRequest request) {
    GetReply reply =
        backend.call(
            Catalogue.STATUS_OF_GET,
            call,
            new StatusRequest(
                required(request.getRequestToken(), "requestToken"),
                surlsIfAny(request.getArrayOfSourceSURLs())));
    SrmStatusOfGetRequestResponse wire = new SrmStatusOfGetRequestResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(files(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    return wire;
  }

  private static SrmStatusOfGetRequestResponse statusOfGetRefused(
      ReturnStatus status, SrmStatusOfGetRequestRequest request) {
    SrmStatusOfGetRequestResponse wire = new SrmStatusOfGetRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    if (request.getArrayOfSourceSURLs() != null) {
      wire.setArrayOfFileStatuses(refused(request.getArrayOfSourceSURLs().getUrlArray(), status));
    }
    return wire;
  }

  private static ArrayOfTGetRequestFileStatus files(List<GetFileStatus> files) {
    if (files.isEmpty()) {
      return null;
    }
    ArrayOfTGetRequestFileStatus array = new ArrayOfTGetRequestFileStatus();
    for (GetFileStatus file : files) {
      TGetRequestFileStatus wire = new TGetRequestFileStatus();
      wire.setSourceSURL(file.surl().text());
      wire.setStatus(ReplyFields.status(file.status()));
      wire.setFileSize(ReplyFields.number(file.size()));
      wire.setEstimatedWaitTime(ReplyFields.number(file.estimatedWait()));
      wire.setRemainingPinTime(ReplyFields.number(file.remainingPinTime()));
      wire.setTransferURL(file.turl().orElse(null));
      array.getStatusArray().add(wire);
    }
    return array;
  }

  private static ArrayOfTGetRequestFileStatus refused(List<String> surls, ReturnStatus status) {
    if (surls.isEmpty()) {
      return null;
    }
    ArrayOfTGetRequestFileStatus array = new ArrayOfTGetRequestFileStatus();
    for (String surl : surls) {
      TGetRequestFileStatus wire = new TGetRequestFileStatus();
      wire.setSourceSURL(surl);
      wire.setStatus(ReplyFields.status(status));
      array.getStatusArray().add(wire);
    }
    return array;
  }
}
