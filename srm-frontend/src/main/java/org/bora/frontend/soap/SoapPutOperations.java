package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.surls;
import static org.bora.frontend.soap.RequestFields.surlsIfAny;
import static org.bora.frontend.soap.RequestFields.text;
import static org.bora.frontend.soap.RequestFields.word;

import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.Call;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.contract.ArrayOfTPutFileRequest;
import org.bora.contract.SrmPrepareToPutRequest;
import org.bora.contract.SrmPrepareToPutResponse;
import org.bora.contract.SrmPutDoneRequest;
import org.bora.contract.SrmPutDoneResponse;
import org.bora.contract.SrmStatusOfPutRequestRequest;
import org.bora.contract.SrmStatusOfPutRequestResponse;
import org.bora.contract.TPutFileRequest;

/** Writing (GFD.129 sections 5.5, 5.6 and 5.10). */
final class SoapPutOperations {
  private final Backend backend;

  SoapPutOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmPrepareToPut",
            SrmPrepareToPutRequest.class,
            this::prepareToPut,
            SoapPutOperations::prepareToPutRefused),
        new ContractOperation<>(
            "srmStatusOfPutRequest",
            SrmStatusOfPutRequestRequest.class,
            this::statusOfPut,
            SoapPutOperations::statusOfPutRefused),
        new ContractOperation<>(
            "srmPutDone",
            SrmPutDoneRequest.class,
            this::putDone,
            SoapPutOperations::putDoneRefused));
  }

  private SrmPrepareToPutResponse prepareToPut(Call call, SrmPrepareToPutRequest request) {
    PutRequest put =
        new PutRequest(
            files(request.getArrayOfFileRequests()),
            RequestFields.label(request.getUserRequestDescription()),
            word(OverwriteMode.class, request.getOverwriteOption(), "overwriteOption")
                .orElse(OverwriteMode.NEVER),
            word(
                FileStorageType.class,
                request.getDesiredFileStorageType(),
                "desiredFileStorageType"),
            seconds(request.getDesiredTotalRequestTime(), "desiredTotalRequestTime"),
            seconds(request.getDesiredPinLifeTime(), "desiredPinLifeTime"),
            seconds(request.getDesiredFileLifeTime(), "desiredFileLifeTime"),
            text(request.getTargetSpaceToken()),
            RequestFields.retention(
                request.getTargetFileRetentionPolicyInfo(), "targetFileRetentionPolicyInfo"),
            RequestFields.protocols(request.getTransferParameters()),
            RequestFields.copyPin(request.getStorageSystemInfo()));
    PutReply reply = backend.call(Catalogue.PREPARE_TO_PUT, call, put);
    SrmPrepareToPutResponse wire = new SrmPrepareToPutResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setRequestToken(reply.token().orElse(null));
    wire.setArrayOfFileStatuses(SoapPutFiles.of(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    return wire;
  }

  private static List<PutFile> files(ArrayOfTPutFileRequest array) {
    List<TPutFileRequest> entries = array == null ? List.of() : array.getRequestArray();
    return RequestFields.entries(entries, "arrayOfFileRequests").stream()
        .map(
            file ->
                new PutFile(
                    text(file.getTargetSURL()).map(Surl::new),
                    RequestFields.size(file.getExpectedFileSize())))
        .toList();
  }

  private static SrmPrepareToPutResponse prepareToPutRefused(
      ReturnStatus status, SrmPrepareToPutRequest request) {
    SrmPrepareToPutResponse wire = new SrmPrepareToPutResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    if (request.getArrayOfFileRequests() != null) {
      List<String> surls =
          request.getArrayOfFileRequests().getRequestArray().stream()
              .map(TPutFileRequest::getTargetSURL)
              .toList();
      wire.setArrayOfFileStatuses(SoapPutFiles.refused(surls, status));
    }
    return wire;
  }

  private SrmStatusOfPutRequestResponse statusOfPut(
      Call call, SrmStatusOfPutRequestRequest request) {
    PutReply reply =
        backend.call(
            Catalogue.STATUS_OF_PUT,
            call,
            new StatusRequest(
                required(request.getRequestToken(), "requestToken"),
                surlsIfAny(request.getArrayOfTargetSURLs())));
    SrmStatusOfPutRequestResponse wire = new SrmStatusOfPutRequestResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(SoapPutFiles.of(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    return wire;
  }

  private static SrmStatusOfPutRequestResponse statusOfPutRefused(
      ReturnStatus status, SrmStatusOfPutRequestRequest request) {
    SrmStatusOfPutRequestResponse wire = new SrmStatusOfPutRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    if (request.getArrayOfTargetSURLs() != null) {
      List<String> surls = request.getArrayOfTargetSURLs().getUrlArray();
      wire.setArrayOfFileStatuses(SoapPutFiles.refused(surls, status));
    }
    return wire;
  }

  private SrmPutDoneResponse putDone(Call call, SrmPutDoneRequest request) {
    SurlStatusesReply reply =
        backend.call(
            Catalogue.PUT_DONE,
            call,
            new PutDoneRequest(
                required(request.getRequestToken(), "requestToken"),
                surls(request.getArrayOfSURLs(), "arrayOfSURLs")));
    SrmPutDoneResponse wire = new SrmPutDoneResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmPutDoneResponse putDoneRefused(ReturnStatus status, SrmPutDoneRequest request) {
    SrmPutDoneResponse wire = new SrmPutDoneResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(ReplyFields.refused(request.getArrayOfSURLs(), status));
    return wire;
  }
}
