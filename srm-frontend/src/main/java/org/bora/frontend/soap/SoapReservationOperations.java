package org.bora.frontend.soap;

import static org.bora.frontend.soap.RequestFields.required;
import static org.bora.frontend.soap.RequestFields.seconds;
import static org.bora.frontend.soap.RequestFields.size;

import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.Backend;
import org.bora.api.Catalogue;
import org.bora.api.request.TokenRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.contract.ArrayOfUnsignedLong;
import org.bora.contract.SrmReleaseSpaceRequest;
import org.bora.contract.SrmReleaseSpaceResponse;
import org.bora.contract.SrmReserveSpaceRequest;
import org.bora.contract.SrmReserveSpaceResponse;
import org.bora.contract.SrmStatusOfReserveSpaceRequestRequest;
import org.bora.contract.SrmStatusOfReserveSpaceRequestResponse;
import org.bora.contract.SrmStatusOfUpdateSpaceRequestRequest;
import org.bora.contract.SrmStatusOfUpdateSpaceRequestResponse;
import org.bora.contract.SrmUpdateSpaceRequest;
import org.bora.contract.SrmUpdateSpaceResponse;

/** The life of a reservation (GFD.129 sections 2.1 to 2.5). */
final class SoapReservationOperations {
  private final Backend backend;

  SoapReservationOperations(Backend backend) {
    this.backend = backend;
  }

  List<ContractOperation<?, ?>> all() {
    return List.of(
        new ContractOperation<>(
            "srmReserveSpace",
            SrmReserveSpaceRequest.class,
            this::reserveSpace,
            (status, request) -> reserved(status)),
        new ContractOperation<>(
            "srmStatusOfReserveSpaceRequest",
            SrmStatusOfReserveSpaceRequestRequest.class,
            this::statusOfReserveSpace,
            (status, request) -> statusOfReserved(status)),
        new ContractOperation<>(
            "srmUpdateSpace",
            SrmUpdateSpaceRequest.class,
            this::updateSpace,
            (status, request) -> updated(status)),
        new ContractOperation<>(
            "srmStatusOfUpdateSpaceRequest",
            SrmStatusOfUpdateSpaceRequestRequest.class,
            this::statusOfUpdateSpace,
            (status, request) -> statusOfUpdated(status)),
        new ContractOperation<>(
            "srmReleaseSpace",
            SrmReleaseSpaceRequest.class,
            this::releaseSpace,
            (status, request) -> released(status)));
  }

  private SrmReserveSpaceResponse reserveSpace(Call call, SrmReserveSpaceRequest request) {
    ReserveSpaceRequest reserve =
        new ReserveSpaceRequest(
            RequestFields.label(request.getUserSpaceTokenDescription()),
            RequestFields.retention(request.getRetentionPolicyInfo(), "retentionPolicyInfo"),
            size(request.getDesiredSizeOfTotalSpace()),
            size(request.getDesiredSizeOfGuaranteedSpace()),
            seconds(request.getDesiredLifetimeOfReservedSpace(), "desiredLifetimeOfReservedSpace"),
            sizes(request.getArrayOfExpectedFileSizes()),
            RequestFields.protocols(request.getTransferParameters()));
    ReserveSpaceReply reply = backend.call(Catalogue.RESERVE_SPACE, call, reserve);
    SrmReserveSpaceResponse wire = reserved(reply.status());
    wire.setRequestToken(reply.token().orElse(null));
    wire.setEstimatedProcessingTime(ReplyFields.number(reply.estimatedWait()));
    wire.setRetentionPolicyInfo(reply.retention().map(ReplyFields::retention).orElse(null));
    wire.setSizeOfTotalReservedSpace(ReplyFields.number(reply.total()));
    wire.setSizeOfGuaranteedReservedSpace(ReplyFields.number(reply.guaranteed()));
    wire.setLifetimeOfReservedSpace(ReplyFields.number(reply.lifetime()));
    wire.setSpaceToken(reply.spaceToken().orElse(null));
    return wire;
  }

  private static List<Long> sizes(ArrayOfUnsignedLong array) {
    return array == null
        ? List.of()
        : array.getUnsignedLongArray().stream().filter(Objects::nonNull).toList();
  }

  private static SrmReserveSpaceResponse reserved(ReturnStatus status) {
    SrmReserveSpaceResponse wire = new SrmReserveSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmStatusOfReserveSpaceRequestResponse statusOfReserveSpace(
      Call call, SrmStatusOfReserveSpaceRequestRequest request) {
    ReserveSpaceReply reply =
        backend.call(
            Catalogue.STATUS_OF_RESERVE_SPACE,
            call,
            new TokenRequest(required(request.getRequestToken(), "requestToken")));
    SrmStatusOfReserveSpaceRequestResponse wire = statusOfReserved(reply.status());
    wire.setEstimatedProcessingTime(ReplyFields.number(reply.estimatedWait()));
    wire.setRetentionPolicyInfo(reply.retention().map(ReplyFields::retention).orElse(null));
    wire.setSizeOfTotalReservedSpace(ReplyFields.number(reply.total()));
    wire.setSizeOfGuaranteedReservedSpace(ReplyFields.number(reply.guaranteed()));
    wire.setLifetimeOfReservedSpace(ReplyFields.number(reply.lifetime()));
    wire.setSpaceToken(reply.spaceToken().orElse(null));
    return wire;
  }

  private static SrmStatusOfReserveSpaceRequestResponse statusOfReserved(ReturnStatus status) {
    SrmStatusOfReserveSpaceRequestResponse wire = new SrmStatusOfReserveSpaceRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmUpdateSpaceResponse updateSpace(Call call, SrmUpdateSpaceRequest request) {
    OptionalLong total = size(request.getNewSizeOfTotalSpaceDesired());
    OptionalLong guaranteed = size(request.getNewSizeOfGuaranteedSpaceDesired());
    OptionalInt lifetime = seconds(request.getNewLifeTime(), "newLifeTime");
    if (total.isEmpty() && guaranteed.isEmpty() && lifetime.isEmpty()) {
      throw new MalformedRequest(
          "newSizeOfTotalSpaceDesired, newSizeOfGuaranteedSpaceDesired and newLifeTime are all"
              + " missing");
    }
    UpdateSpaceReply reply =
        backend.call(
            Catalogue.UPDATE_SPACE,
            call,
            new UpdateSpaceRequest(
                required(request.getSpaceToken(), "spaceToken"), total, guaranteed, lifetime));
    SrmUpdateSpaceResponse wire = updated(reply.status());
    wire.setRequestToken(reply.token().orElse(null));
    wire.setSizeOfTotalSpace(ReplyFields.number(reply.total()));
    wire.setSizeOfGuaranteedSpace(ReplyFields.number(reply.guaranteed()));
    wire.setLifetimeGranted(ReplyFields.number(reply.lifetime()));
    return wire;
  }

  private static SrmUpdateSpaceResponse updated(ReturnStatus status) {
    SrmUpdateSpaceResponse wire = new SrmUpdateSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmStatusOfUpdateSpaceRequestResponse statusOfUpdateSpace(
      Call call, SrmStatusOfUpdateSpaceRequestRequest request) {
    UpdateSpaceReply reply =
        backend.call(
            Catalogue.STATUS_OF_UPDATE_SPACE,
            call,
            new TokenRequest(required(request.getRequestToken(), "requestToken")));
    SrmStatusOfUpdateSpaceRequestResponse wire = statusOfUpdated(reply.status());
    wire.setSizeOfTotalSpace(ReplyFields.number(reply.total()));
    wire.setSizeOfGuaranteedSpace(ReplyFields.number(reply.guaranteed()));
    wire.setLifetimeGranted(ReplyFields.number(reply.lifetime()));
    return wire;
  }

  private static SrmStatusOfUpdateSpaceRequestResponse statusOfUpdated(ReturnStatus status) {
    SrmStatusOfUpdateSpaceRequestResponse wire = new SrmStatusOfUpdateSpaceRequestResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }

  private SrmReleaseSpaceResponse releaseSpace(Call call, SrmReleaseSpaceRequest request) {
    ReleaseSpaceRequest release =
        new ReleaseSpaceRequest(
            required(request.getSpaceToken(), "spaceToken"),
            RequestFields.flag(request.isForceFileRelease()));
    return released(backend.call(Catalogue.RELEASE_SPACE, call, release).status());
  }

  private static SrmReleaseSpaceResponse released(ReturnStatus status) {
    SrmReleaseSpaceResponse wire = new SrmReleaseSpaceResponse();
    wire.setReturnStatus(ReplyFields.status(status));
    return wire;
  }
}
