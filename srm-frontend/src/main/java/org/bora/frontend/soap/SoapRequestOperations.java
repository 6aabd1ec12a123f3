package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.surls;
import static org.bora.frontend.soap.RequestFields.surlsIfAny;
import static org.bora.frontend.soap.RequestFields.text;

import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;
import org.bora.api.word.SurlStatusesReply;
import org.bora.contract.SrmAbortFilesRequest;
import org.bora.contract.SrmAbortFilesResponse;
import org.bora.contract.SrmAbortRequestRequest;
import org.bora.contract.SrmAbortRequestResponse;
import org.bora.contract.SrmReleaseFilesRequest;
import org.bora.contract.SrmReleaseFilesResponse;
import org.bora.contract.SrmResumeRequestRequest;
import org.bora.contract.SrmResumeRequestResponse;
import org.bora.contract.SrmSuspendRequestRequest;
import org.bora.contract.SrmSuspendRequestResponse;

/** Operations common to all asynchronous requests (GFD.129 sections 5.9 and 5.11 to 5.14). */
final class SoapRequestOperations {
  private final Backend backend;

  SoapRequestOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmReleaseFiles",
            SrmReleaseFilesRequest.class,
            this::releaseFiles,
            SoapRequestOperations::releaseRefused),
        new ContractOperation<>(
            "srmAbortRequest",
            SrmAbortRequestRequest.class,
            this::abortRequest,
            (status, request) -> aborted(status)),
        new ContractOperation<>(
            "srmAbortFiles",
            SrmAbortFilesRequest.class,
            this::abortFiles,
            SoapRequestOperations::abortFilesRefused),
        new ContractOperation<>(
            "srmSuspendRequest",
            SrmSuspendRequestRequest.class,
            this::suspendRequest,
            (status, request) -> suspended(status)),
        new ContractOperation<>(
            "srmResumeRequest",
            SrmResumeRequestRequest.class,
            this::resumeRequest,
            (status, request) -> resumed(status)));
  }

  private SrmReleaseFilesResponse releaseFiles(Call call, SrmReleaseFilesRequest request) {
    Optional<String> token = text(request.getRequestToken());
    List<Surl> surls = surlsIfAny(request.getArrayOfSURLs());
    if (token.isEmpty() && surls.isEmpty()) {
      throw new MalformedRequest("requestToken and arrayOfSURLs are both missing");
    }
    SurlStatusesReply reply =
        backend.call(
            Catalogue.RELEASE_FILES,
            call,
            new ReleaseRequest(token, surls, RequestFields.flag(request.isDoRemove())));
    SrmReleaseFilesResponse wire = new SrmReleaseFilesResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmReleaseFilesResponse releaseRefused(
      ReturnStatus status, SrmReleaseFilesRequest request) {
    SrmReleaseFilesResponse wire = new SrmReleaseFilesResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(ReplyFields.refused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmAbortRequestResponse abortRequest(Call call, SrmAbortRequestRequest request) {
    AbortRequest abort = new AbortRequest(required(request.getRequestToken(), "requestToken"));
    return aborted(backend.call(Catalogue.ABORT_REQUEST, call, abort).status());
  }

  private static SrmAbortRequestResponse aborted(ReturnStatus status) {
    SrmAbortRequestResponse wire = new SrmAbortRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmAbortFilesResponse abortFiles(Call call, SrmAbortFilesRequest request) {
    SurlStatusesReply reply =
        backend.call(
            Catalogue.ABORT_FILES,
            call,
            new AbortFilesRequest(
                required(request.getRequestToken(), "requestToken"),
                surls(request.getArrayOfSURLs(), "arrayOfSURLs")));
    SrmAbortFilesResponse wire = new SrmAbortFilesResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmAbortFilesResponse abortFilesRefused(
      ReturnStatus status, SrmAbortFilesRequest request) {
    SrmAbortFilesResponse wire = new SrmAbortFilesResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(ReplyFields.refused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmSuspendRequestResponse suspendRequest(Call call, SrmSuspendRequestRequest request) {
    String token = required(request.getRequestToken(), "requestToken");
    return suspended(
        backend.call(Catalogue.SUSPEND_REQUEST, call, new TokenRequest(token)).status());
  }

  private static SrmSuspendRequestResponse suspended(ReturnStatus status) {
    SrmSuspendRequestResponse wire = new SrmSuspendRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmResumeRequestResponse resumeRequest(Call call, SrmResumeRequestRequest request) {
    String token = required(request.getRequestToken(), "requestToken");
    return resumed(backend.call(Catalogue.RESUME_REQUEST, call, new TokenRequest(token)).status());
  }

  private static SrmResumeRequestResponse resumed(ReturnStatus status) {
    SrmResumeRequestResponse wire = new SrmResumeRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }
}
