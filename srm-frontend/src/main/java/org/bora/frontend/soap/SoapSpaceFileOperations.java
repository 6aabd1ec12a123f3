package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.surls;
import static org.bora.frontend.soap.RequestFields.surlsIfAny;

import java.util.List;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.request.LifetimesReply;
import org.bora.api.request.TokenRequest;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SurlStatusesReply;
import org.bora.contract.SrmChangeSpaceForFilesRequest;
import org.bora.contract.SrmChangeSpaceForFilesResponse;
import org.bora.contract.SrmExtendFileLifeTimeInSpaceRequest;
import org.bora.contract.SrmExtendFileLifeTimeInSpaceResponse;
import org.bora.contract.SrmPurgeFromSpaceRequest;
import org.bora.contract.SrmPurgeFromSpaceResponse;
import org.bora.contract.SrmStatusOfChangeSpaceForFilesRequestRequest;
import org.bora.contract.SrmStatusOfChangeSpaceForFilesRequestResponse;

/** Files in spaces (GFD.129 sections 2.7 to 2.10). */
final class SoapSpaceFileOperations {
  private final Backend backend;

  SoapSpaceFileOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmChangeSpaceForFiles",
            SrmChangeSpaceForFilesRequest.class,
            this::changeSpace,
            SoapSpaceFileOperations::changeRefused),
        new ContractOperation<>(
            "srmStatusOfChangeSpaceForFilesRequest",
            SrmStatusOfChangeSpaceForFilesRequestRequest.class,
            this::statusOfChangeSpace,
            (status, request) -> statusOfChanged(status)),
        new ContractOperation<>(
            "srmExtendFileLifeTimeInSpace",
            SrmExtendFileLifeTimeInSpaceRequest.class,
            this::extendInSpace,
            SoapSpaceFileOperations::extendRefused),
        new ContractOperation<>(
            "srmPurgeFromSpace",
            SrmPurgeFromSpaceRequest.class,
            this::purge,
            SoapSpaceFileOperations::purgeRefused));
  }

  private SrmChangeSpaceForFilesResponse changeSpace(
      Call call, SrmChangeSpaceForFilesRequest request) {
    ChangeSpaceReply reply =
        backend.call(
            Catalogue.CHANGE_SPACE_FOR_FILES,
            call,
            new ChangeSpaceRequest(
                surls(request.getArrayOfSURLs(), "arrayOfSURLs"),
                required(request.getTargetSpaceToken(), "targetSpaceToken")));
    SrmChangeSpaceForFilesResponse wire = new SrmChangeSpaceForFilesResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setRequestToken(reply.token().orElse(null));
    wire.setEstimatedProcessingTime(ReplyFields.number(reply.estimatedWait()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmChangeSpaceForFilesResponse changeRefused(
      ReturnStatus status, SrmChangeSpaceForFilesRequest request) {
    SrmChangeSpaceForFilesResponse wire = new SrmChangeSpaceForFilesResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(ReplyFields.refused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmStatusOfChangeSpaceForFilesRequestResponse statusOfChangeSpace(
      Call call, SrmStatusOfChangeSpaceForFilesRequestRequest request) {
    ChangeSpaceReply reply =
        backend.call(
            Catalogue.STATUS_OF_CHANGE_SPACE_FOR_FILES,
            call,
            new TokenRequest(required(request.getRequestToken(), "requestToken")));
    SrmStatusOfChangeSpaceForFilesRequestResponse wire = statusOfChanged(reply.status());
    wire.setEstimatedProcessingTime(ReplyFields.number(reply.estimatedWait()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmStatusOfChangeSpaceForFilesRequestResponse statusOfChanged(
      ReturnStatus status) {
    SrmStatusOfChangeSpaceForFilesRequestResponse wire =
        new SrmStatusOfChangeSpaceForFilesRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmExtendFileLifeTimeInSpaceResponse extendInSpace(
      Call call, SrmExtendFileLifeTimeInSpaceRequest request) {
    LifetimesReply reply =
        backend.call(
            Catalogue.EXTEND_FILE_LIFE_TIME_IN_SPACE,
            call,
            new ExtendInSpaceRequest(
                required(request.getSpaceToken(), "spaceToken"),
                surlsIfAny(request.getArrayOfSURLs()),
                seconds(request.getNewLifeTime(), "newLifeTime")));
    SrmExtendFileLifeTimeInSpaceResponse wire = new SrmExtendFileLifeTimeInSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(SoapLifetimes.of(reply.files()));
    return wire;
  }

  private static SrmExtendFileLifeTimeInSpaceResponse extendRefused(
      ReturnStatus status, SrmExtendFileLifeTimeInSpaceRequest request) {
    SrmExtendFileLifeTimeInSpaceResponse wire = new SrmExtendFileLifeTimeInSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(SoapLifetimes.refused(request.getArrayOfSURLs(), status));
    return wire;
  }

  private SrmPurgeFromSpaceResponse purge(Call call, SrmPurgeFromSpaceRequest request) {
    SurlStatusesReply reply =
        backend.call(
            Catalogue.PURGE_FROM_SPACE,
            call,
            new PurgeRequest(
                surls(request.getArrayOfSURLs(), "arrayOfSURLs"),
                required(request.getSpaceToken(), "spaceToken")));
    SrmPurgeFromSpaceResponse wire = new SrmPurgeFromSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(reply.status()));
    wire.setArrayOfFileStatuses(ReplyFields.files(reply.files()));
    return wire;
  }

  private static SrmPurgeFromSpaceResponse purgeRefused(
      ReturnStatus status, SrmPurgeFromSpaceRequest request) {
    SrmPurgeFromSpaceResponse wire = new SrmPurgeFromSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    wire.setArrayOfFileStatuses(ReplyFields.refused(request.getArrayOfSURLs(), status));
    return wire;
  }
}
