package org.bora.api.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.wire.proto.GetProto;
import org.bora.api.word.Call;
import org.bora.api.word.Surl;

/** Reading and staging, which share their records. */
public final class GetCodec {

  private GetCodec() {}

  public static GetProto.GetRequest toWire(Call call, GetRequest request) {
    var message =
        GetProto.GetRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setDescription(request.description())
            .addAllProtocols(request.protocols());
    request.totalRequestTime().ifPresent(message::setTotalRequestTime);
    request.pinLifetime().ifPresent(message::setPinLifetime);
    request.deferredStart().ifPresent(message::setDeferredStart);
    request.spaceToken().ifPresent(message::setSpaceToken);
    request.storageType().ifPresent(type -> message.setStorageType(WordCodec.toWire(type)));
    request.retention().ifPresent(info -> message.setRetention(WordCodec.toWire(info)));
    request.files().forEach(file -> message.addFiles(WordCodec.toWire(file)));
    return message.build();
  }

  public static GetRequest fromWire(GetProto.GetRequest message) {
    return new GetRequest(
        message.getFilesList().stream().map(WordCodec::fromWire).toList(),
        message.getDescription(),
        message.hasTotalRequestTime()
            ? OptionalInt.of(message.getTotalRequestTime())
            : OptionalInt.empty(),
        message.hasPinLifetime() ? OptionalInt.of(message.getPinLifetime()) : OptionalInt.empty(),
        message.hasDeferredStart()
            ? OptionalInt.of(message.getDeferredStart())
            : OptionalInt.empty(),
        message.hasStorageType()
            ? Optional.of(WordCodec.fromWire(message.getStorageType()))
            : Optional.empty(),
        message.hasSpaceToken() ? Optional.of(message.getSpaceToken()) : Optional.empty(),
        message.hasRetention()
            ? Optional.of(WordCodec.fromWire(message.getRetention()))
            : Optional.empty(),
        message.getProtocolsList());
  }

  public static GetProto.GetReply toWire(GetReply reply) {
    var message = GetProto.GetReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.token().ifPresent(message::setToken);
    reply.files().forEach(file -> message.addFiles(toWire(file)));
    reply.remainingTotalRequestTime().ifPresent(message::setRemainingTotalRequestTime);
    reply.remainingDeferredStartTime().ifPresent(message::setRemainingDeferredStartTime);
    return message.build();
  }

  public static GetReply fromWire(GetProto.GetReply message) {
    List<GetFileStatus> files = message.getFilesList().stream().map(GetCodec::fromWire).toList();
    return new GetReply(
        StatusCodec.fromWire(message.getStatus()),
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        files,
        message.hasRemainingTotalRequestTime()
            ? OptionalInt.of(message.getRemainingTotalRequestTime())
            : OptionalInt.empty(),
        message.hasRemainingDeferredStartTime()
            ? OptionalInt.of(message.getRemainingDeferredStartTime())
            : OptionalInt.empty());
  }

  private static GetProto.GetFileStatus toWire(GetFileStatus file) {
    var message =
        GetProto.GetFileStatus.newBuilder()
            .setSurl(file.surl().text())
            .setStatus(StatusCodec.toWire(file.status()));
    file.size().ifPresent(message::setSize);
    file.estimatedWait().ifPresent(message::setEstimatedWait);
    file.remainingPinTime().ifPresent(message::setRemainingPinTime);
    file.turl().ifPresent(message::setTurl);
    return message.build();
  }

  private static GetFileStatus fromWire(GetProto.GetFileStatus message) {
    return new GetFileStatus(
        new Surl(message.getSurl()),
        StatusCodec.fromWire(message.getStatus()),
        message.hasSize() ? OptionalLong.of(message.getSize()) : OptionalLong.empty(),
        message.hasEstimatedWait()
            ? OptionalInt.of(message.getEstimatedWait())
            : OptionalInt.empty(),
        message.hasRemainingPinTime()
            ? OptionalInt.of(message.getRemainingPinTime())
            : OptionalInt.empty(),
        message.hasTurl() ? Optional.of(message.getTurl()) : Optional.empty());
  }
}
