package org.bora.frontend.soap;

import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.contract.SrmChangeSpaceForFilesRequest;
import org.bora.contract.SrmChangeSpaceForFilesResponse;
import org.bora.contract.SrmCheckPermissionRequest;
import org.bora.contract.SrmCheckPermissionResponse;
import org.bora.contract.SrmCopyRequest;
import org.bora.contract.SrmCopyResponse;
import org.bora.contract.SrmExtendFileLifeTimeInSpaceRequest;
import org.bora.contract.SrmExtendFileLifeTimeInSpaceResponse;
import org.bora.contract.SrmExtendFileLifeTimeRequest;
import org.bora.contract.SrmExtendFileLifeTimeResponse;
import org.bora.contract.SrmGetPermissionRequest;
import org.bora.contract.SrmGetPermissionResponse;
import org.bora.contract.SrmGetRequestSummaryRequest;
import org.bora.contract.SrmGetRequestSummaryResponse;
import org.bora.contract.SrmGetRequestTokensRequest;
import org.bora.contract.SrmGetRequestTokensResponse;
import org.bora.contract.SrmPurgeFromSpaceRequest;
import org.bora.contract.SrmPurgeFromSpaceResponse;
import org.bora.contract.SrmReleaseSpaceRequest;
import org.bora.contract.SrmReleaseSpaceResponse;
import org.bora.contract.SrmReserveSpaceRequest;
import org.bora.contract.SrmReserveSpaceResponse;
import org.bora.contract.SrmResumeRequestRequest;
import org.bora.contract.SrmResumeRequestResponse;
import org.bora.contract.SrmStatusOfChangeSpaceForFilesRequestRequest;
import org.bora.contract.SrmStatusOfChangeSpaceForFilesRequestResponse;
import org.bora.contract.SrmStatusOfCopyRequestRequest;
import org.bora.contract.SrmStatusOfCopyRequestResponse;
import org.bora.contract.SrmStatusOfLsRequestRequest;
import org.bora.contract.SrmStatusOfLsRequestResponse;
import org.bora.contract.SrmStatusOfReserveSpaceRequestRequest;
import org.bora.contract.SrmStatusOfReserveSpaceRequestResponse;
import org.bora.contract.SrmStatusOfUpdateSpaceRequestRequest;
import org.bora.contract.SrmStatusOfUpdateSpaceRequestResponse;
import org.bora.contract.SrmSuspendRequestRequest;
import org.bora.contract.SrmSuspendRequestResponse;
import org.bora.contract.SrmUpdateSpaceRequest;
import org.bora.contract.SrmUpdateSpaceResponse;
import org.bora.contract.TReturnStatus;

/**
 * Operations of the contract that Bora does not offer: SRM_NOT_SUPPORTED in a reply of their own.
 */
final class UnsupportedOperations {
  private UnsupportedOperations() {}

  static List<Operation<?, ?>> all() {
    return List.of(
        refused(
            "srmChangeSpaceForFiles",
            SrmChangeSpaceForFilesRequest.class,
            SrmChangeSpaceForFilesResponse::new,
            SrmChangeSpaceForFilesResponse::setReturnStatus),
        refused(
            "srmCheckPermission",
            SrmCheckPermissionRequest.class,
            SrmCheckPermissionResponse::new,
            SrmCheckPermissionResponse::setReturnStatus),
        refused(
            "srmCopy",
            SrmCopyRequest.class,
            SrmCopyResponse::new,
            SrmCopyResponse::setReturnStatus),
        refused(
            "srmExtendFileLifeTime",
            SrmExtendFileLifeTimeRequest.class,
            SrmExtendFileLifeTimeResponse::new,
            SrmExtendFileLifeTimeResponse::setReturnStatus),
        refused(
            "srmExtendFileLifeTimeInSpace",
            SrmExtendFileLifeTimeInSpaceRequest.class,
            SrmExtendFileLifeTimeInSpaceResponse::new,
            SrmExtendFileLifeTimeInSpaceResponse::setReturnStatus),
        refused(
            "srmGetPermission",
            SrmGetPermissionRequest.class,
            SrmGetPermissionResponse::new,
            SrmGetPermissionResponse::setReturnStatus),
        refused(
            "srmGetRequestSummary",
            SrmGetRequestSummaryRequest.class,
            SrmGetRequestSummaryResponse::new,
            SrmGetRequestSummaryResponse::setReturnStatus),
        refused(
            "srmGetRequestTokens",
            SrmGetRequestTokensRequest.class,
            SrmGetRequestTokensResponse::new,
            SrmGetRequestTokensResponse::setReturnStatus),
        refused(
            "srmPurgeFromSpace",
            SrmPurgeFromSpaceRequest.class,
            SrmPurgeFromSpaceResponse::new,
            SrmPurgeFromSpaceResponse::setReturnStatus),
        refused(
            "srmReleaseSpace",
            SrmReleaseSpaceRequest.class,
            SrmReleaseSpaceResponse::new,
            SrmReleaseSpaceResponse::setReturnStatus),
        refused(
            "srmReserveSpace",
            SrmReserveSpaceRequest.class,
            SrmReserveSpaceResponse::new,
            SrmReserveSpaceResponse::setReturnStatus),
        refused(
            "srmResumeRequest",
            SrmResumeRequestRequest.class,
            SrmResumeRequestResponse::new,
            SrmResumeRequestResponse::setReturnStatus),
        refused(
            "srmStatusOfChangeSpaceForFilesRequest",
            SrmStatusOfChangeSpaceForFilesRequestRequest.class,
            SrmStatusOfChangeSpaceForFilesRequestResponse::new,
            SrmStatusOfChangeSpaceForFilesRequestResponse::setReturnStatus),
        refused(
            "srmStatusOfCopyRequest",
            SrmStatusOfCopyRequestRequest.class,
            SrmStatusOfCopyRequestResponse::new,
            SrmStatusOfCopyRequestResponse::setReturnStatus),
        refused(
            "srmStatusOfLsRequest",
            SrmStatusOfLsRequestRequest.class,
            SrmStatusOfLsRequestResponse::new,
            SrmStatusOfLsRequestResponse::setReturnStatus),
        refused(
            "srmStatusOfReserveSpaceRequest",
            SrmStatusOfReserveSpaceRequestRequest.class,
            SrmStatusOfReserveSpaceRequestResponse::new,
            SrmStatusOfReserveSpaceRequestResponse::setReturnStatus),
        refused(
            "srmStatusOfUpdateSpaceRequest",
            SrmStatusOfUpdateSpaceRequestRequest.class,
            SrmStatusOfUpdateSpaceRequestResponse::new,
            SrmStatusOfUpdateSpaceRequestResponse::setReturnStatus),
        refused(
            "srmSuspendRequest",
            SrmSuspendRequestRequest.class,
            SrmSuspendRequestResponse::new,
            SrmSuspendRequestResponse::setReturnStatus),
        refused(
            "srmUpdateSpace",
            SrmUpdateSpaceRequest.class,
            SrmUpdateSpaceResponse::new,
            SrmUpdateSpaceResponse::setReturnStatus));
  }

  private static <Q, A> Operation<Q, A> refused(
      String name, Class<Q> request, Supplier<A> reply, BiConsumer<A, TReturnStatus> setStatus) {
    ReturnStatus status =
        ReturnStatus.of(SrmStatus.NOT_SUPPORTED, name + " is not offered by this server");
    Operation.Refusal<Q, A> refusal =
        (why, part) -> {
          A wire = reply.get();
          setStatus.accept(wire, ReplyFields.status(why));
          return wire;
        };
    return new Operation<>(name, request, (call, part) -> refusal.of(status, part), refusal);
  }
}
