package org.bora.api.wire;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.wire.proto.SpaceProto;
import org.bora.api.word.Call;

/** The life of a reservation: made, changed, released. */
public final class ReservationCodec {

  private ReservationCodec() {}

  public static SpaceProto.ReserveSpaceRequest toWire(Call call, ReserveSpaceRequest request) {
    var message =
        SpaceProto.ReserveSpaceRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setDescription(request.description())
            .addAllExpectedFileSizes(request.expectedFileSizes())
            .addAllProtocols(request.protocols());
    request.retention().ifPresent(info -> message.setRetention(WordCodec.toWire(info)));
    request.total().ifPresent(message::setTotal);
    request.guaranteed().ifPresent(message::setGuaranteed);
    request.lifetime().ifPresent(message::setLifetime);
    return message.build();
  }

  public static ReserveSpaceRequest fromWire(SpaceProto.ReserveSpaceRequest message) {
    return new ReserveSpaceRequest(
        message.getDescription(),
        message.hasRetention()
            ? Optional.of(WordCodec.fromWire(message.getRetention()))
            : Optional.empty(),
        message.hasTotal() ? OptionalLong.of(message.getTotal()) : OptionalLong.empty(),
        message.hasGuaranteed() ? OptionalLong.of(message.getGuaranteed()) : OptionalLong.empty(),
        message.hasLifetime() ? OptionalInt.of(message.getLifetime()) : OptionalInt.empty(),
        message.getExpectedFileSizesList(),
        message.getProtocolsList());
  }

  public static SpaceProto.ReserveSpaceReply toWire(ReserveSpaceReply reply) {
    var message =
        SpaceProto.ReserveSpaceReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.token().ifPresent(message::setToken);
    reply.estimatedWait().ifPresent(message::setEstimatedWait);
    reply.retention().ifPresent(info -> message.setRetention(WordCodec.toWire(info)));
    reply.total().ifPresent(message::setTotal);
    reply.guaranteed().ifPresent(message::setGuaranteed);
    reply.lifetime().ifPresent(message::setLifetime);
    reply.spaceToken().ifPresent(message::setSpaceToken);
    return message.build();
  }

  public static ReserveSpaceReply fromWire(SpaceProto.ReserveSpaceReply message) {
    return new ReserveSpaceReply(
        StatusCodec.fromWire(message.getStatus()),
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        message.hasEstimatedWait()
            ? OptionalInt.of(message.getEstimatedWait())
            : OptionalInt.empty(),
        message.hasRetention()
            ? Optional.of(WordCodec.fromWire(message.getRetention()))
            : Optional.empty(),
        message.hasTotal() ? OptionalLong.of(message.getTotal()) : OptionalLong.empty(),
        message.hasGuaranteed() ? OptionalLong.of(message.getGuaranteed()) : OptionalLong.empty(),
        message.hasLifetime() ? OptionalInt.of(message.getLifetime()) : OptionalInt.empty(),
        message.hasSpaceToken() ? Optional.of(message.getSpaceToken()) : Optional.empty());
  }

  public static SpaceProto.UpdateSpaceRequest toWire(Call call, UpdateSpaceRequest request) {
    var message =
        SpaceProto.UpdateSpaceRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setSpaceToken(request.spaceToken());
    request.total().ifPresent(message::setTotal);
    request.guaranteed().ifPresent(message::setGuaranteed);
    request.lifetime().ifPresent(message::setLifetime);
    return message.build();
  }

  public static UpdateSpaceRequest fromWire(SpaceProto.UpdateSpaceRequest message) {
    return new UpdateSpaceRequest(
        message.getSpaceToken(),
        message.hasTotal() ? OptionalLong.of(message.getTotal()) : OptionalLong.empty(),
        message.hasGuaranteed() ? OptionalLong.of(message.getGuaranteed()) : OptionalLong.empty(),
        message.hasLifetime() ? OptionalInt.of(message.getLifetime()) : OptionalInt.empty());
  }

  public static SpaceProto.UpdateSpaceReply toWire(UpdateSpaceReply reply) {
    var message =
        SpaceProto.UpdateSpaceReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.token().ifPresent(message::setToken);
    reply.total().ifPresent(message::setTotal);
    reply.guaranteed().ifPresent(message::setGuaranteed);
    reply.lifetime().ifPresent(message::setLifetime);
    return message.build();
  }

  public static UpdateSpaceReply fromWire(SpaceProto.UpdateSpaceReply message) {
    return new UpdateSpaceReply(
        StatusCodec.fromWire(message.getStatus()),
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        message.hasTotal() ? OptionalLong.of(message.getTotal()) : OptionalLong.empty(),
        message.hasGuaranteed() ? OptionalLong.of(message.getGuaranteed()) : OptionalLong.empty(),
        message.hasLifetime() ? OptionalInt.of(message.getLifetime()) : OptionalInt.empty());
  }

  public static SpaceProto.ReleaseSpaceRequest toWire(Call call, ReleaseSpaceRequest request) {
    return SpaceProto.ReleaseSpaceRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setSpaceToken(request.spaceToken())
        .setForce(request.force())
        .build();
  }

  public static ReleaseSpaceRequest fromWire(SpaceProto.ReleaseSpaceRequest message) {
    return new ReleaseSpaceRequest(message.getSpaceToken(), message.getForce());
  }
}
