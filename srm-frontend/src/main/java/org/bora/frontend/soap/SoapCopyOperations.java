package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.surlsIfAny;
import static org.bora.frontend.soap.RequestFields.text;
import static org.bora.frontend.soap.RequestFields.word;

import java.util.List;
import java.util.Optional;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.copy.DelegatedCredential;
import org.bora.api.word.Call;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.SrmCopyRequest;
import org.bora.contract.SrmCopyResponse;
import org.bora.contract.SrmStatusOfCopyRequestRequest;
import org.bora.contract.SrmStatusOfCopyRequestResponse;

/**
 * Copying (GFD.129 sections 5.7 and 5.8). srmCopy is the only operation that gets the caller's
 * delegated credential, because it acts for the caller at another service.
 */
final class SoapCopyOperations {
  private final Backend backend;

  SoapCopyOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        ContractOperation.delegated(
            "srmCopy", SrmCopyRequest.class, this::copy, SoapCopyOperations::copyRefused),
        new ContractOperation<>(
            "srmStatusOfCopyRequest",
            SrmStatusOfCopyRequestRequest.class,
            this::statusOfCopy,
            SoapCopyOperations::statusRefused));
  }

  private SrmCopyResponse copy(
      Call call, SrmCopyRequest request, Optional<DelegatedCredential> credential) {
    CopyRequest copy =
        new CopyRequest(
            SoapCopyFiles.of(request.getArrayOfFileRequests()),
            RequestFields.label(request.getUserRequestDescription()),
            word(OverwriteMode.class, request.getOverwriteOption(), "overwriteOption")
                .orElse(OverwriteMode.NEVER),
            seconds(request.getDesiredTotalRequestTime(), "desiredTotalRequestTime"),
            seconds(request.getDesiredTargetSURLLifeTime(), "desiredTargetSURLLifeTime"),
            word(
                FileStorageType.class, request.getTargetFileStorageType(), "targetFileStorageType"),
            text(request.getTargetSpaceToken()),
            RequestFields.retention(
                request.getTargetFileRetentionPolicyInfo(), "targetFileRetentionPolicyInfo"),
            credential);
    CopyReply reply = backend.call(Catalogue.COPY, call, copy);
    SrmCopyResponse wire = new SrmCopyResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setRequestToken(reply.token().orElse(null));
    wire.setArrayOfFileStatuses(SoapCopyFiles.statuses(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    return wire;
  }

  private static SrmCopyResponse copyRefused(ReturnStatus status, SrmCopyRequest request) {
    SrmCopyResponse wire = new SrmCopyResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(SoapCopyFiles.refused(request.getArrayOfFileRequests(), status));
    return wire;
  }

  private SrmStatusOfCopyRequestResponse statusOfCopy(
      Call call, SrmStatusOfCopyRequestRequest request) {
    CopyReply reply =
        backend.call(
            Catalogue.STATUS_OF_COPY,
            call,
            new CopyStatusRequest(
                required(request.getRequestToken(), "requestToken"),
                surlsIfAny(request.getArrayOfSourceSURLs()),
                surlsIfAny(request.getArrayOfTargetSURLs())));
    SrmStatusOfCopyRequestResponse wire = new SrmStatusOfCopyRequestResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(SoapCopyFiles.statuses(reply.files()));
    wire.setRemainingTotalRequestTime(ReplyFields.number(reply.remainingTotalRequestTime()));
    return wire;
  }

  private static SrmStatusOfCopyRequestResponse statusRefused(
      ReturnStatus status, SrmStatusOfCopyRequestRequest request) {
    SrmStatusOfCopyRequestResponse wire = new SrmStatusOfCopyRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(
        SoapCopyFiles.refused(
            request.getArrayOfSourceSURLs(), request.getArrayOfTargetSURLs(), status));
    return wire;
  }
}
