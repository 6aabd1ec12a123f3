package org.bora.api.wire;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutFile;
import org.bora.api.put.PutFileStatus;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.wire.proto.PutProto;
import org.bora.api.word.Call;
import org.bora.api.word.Surl;

/** Writing. */
public final class PutCodec {

  private PutCodec() {}

  public static PutProto.PutRequest toWire(Call call, PutRequest request) {
    var message =
        PutProto.PutRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setDescription(request.description())
            .setOverwrite(WordCodec.toWire(request.overwrite()))
            .addAllProtocols(request.protocols());
    request.files().forEach(file -> message.addFiles(toWire(file)));
    request.storageType().ifPresent(type -> message.setStorageType(WordCodec.toWire(type)));
    request.totalRequestTime().ifPresent(message::setTotalRequestTime);
    request.pinLifetime().ifPresent(message::setPinLifetime);
    request.fileLifetime().ifPresent(message::setFileLifetime);
    request.spaceToken().ifPresent(message::setSpaceToken);
    request.retention().ifPresent(info -> message.setRetention(WordCodec.toWire(info)));
    request.copyPin().ifPresent(message::setCopyPin);
    return message.build();
  }

  public static PutRequest fromWire(PutProto.PutRequest message) {
    List<PutFile> files = message.getFilesList().stream().map(PutCodec::fromWire).toList();
    return new PutRequest(
        files,
        message.getDescription(),
        WordCodec.fromWire(message.getOverwrite()),
        message.hasStorageType()
            ? Optional.of(WordCodec.fromWire(message.getStorageType()))
            : Optional.empty(),
        message.hasTotalRequestTime()
            ? OptionalInt.of(message.getTotalRequestTime())
            : OptionalInt.empty(),
        message.hasPinLifetime() ? OptionalInt.of(message.getPinLifetime()) : OptionalInt.empty(),
        message.hasFileLifetime() ? OptionalInt.of(message.getFileLifetime()) : OptionalInt.empty(),
        message.hasSpaceToken() ? Optional.of(message.getSpaceToken()) : Optional.empty(),
        message.hasRetention()
            ? Optional.of(WordCodec.fromWire(message.getRetention()))
            : Optional.empty(),
        message.getProtocolsList(),
        message.hasCopyPin() ? OptionalInt.of(message.getCopyPin()) : OptionalInt.empty());
  }

  public static PutProto.PutReply toWire(PutReply reply) {
    var message = PutProto.PutReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.token().ifPresent(message::setToken);
    reply.files().forEach(file -> message.addFiles(toWire(file)));
    reply.remainingTotalRequestTime().ifPresent(message::setRemainingTotalRequestTime);
    return message.build();
  }

  public static PutReply fromWire(PutProto.PutReply message) {
    List<PutFileStatus> files = message.getFilesList().stream().map(PutCodec::fromWire).toList();
    return new PutReply(
        StatusCodec.fromWire(message.getStatus()),
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        files,
        message.hasRemainingTotalRequestTime()
            ? OptionalInt.of(message.getRemainingTotalRequestTime())
            : OptionalInt.empty());
  }

  public static PutProto.PutDoneRequest toWire(Call call, PutDoneRequest request) {
    return PutProto.PutDoneRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setToken(request.token())
        .addAllSurls(WordCodec.texts(request.surls()))
        .build();
  }

  public static PutDoneRequest fromWire(PutProto.PutDoneRequest message) {
    return new PutDoneRequest(message.getToken(), WordCodec.surls(message.getSurlsList()));
  }

  private static PutProto.PutFile toWire(PutFile file) {
    var message = PutProto.PutFile.newBuilder();
    file.target().ifPresent(target -> message.setTarget(target.text()));
    file.expectedSize().ifPresent(message::setExpectedSize);
    return message.build();
  }

  private static PutFile fromWire(PutProto.PutFile message) {
    return new PutFile(
        message.hasTarget() ? Optional.of(new Surl(message.getTarget())) : Optional.empty(),
        message.hasExpectedSize()
            ? OptionalLong.of(message.getExpectedSize())
            : OptionalLong.empty());
  }

  private static PutProto.PutFileStatus toWire(PutFileStatus file) {
    var message =
        PutProto.PutFileStatus.newBuilder()
            .setSurl(file.surl().text())
            .setStatus(StatusCodec.toWire(file.status()));
    file.size().ifPresent(message::setSize);
    file.estimatedWait().ifPresent(message::setEstimatedWait);
    file.remainingPinLifetime().ifPresent(message::setRemainingPinLifetime);
    file.remainingFileLifetime().ifPresent(message::setRemainingFileLifetime);
    file.turl().ifPresent(message::setTurl);
    return message.build();
  }

  private static PutFileStatus fromWire(PutProto.PutFileStatus message) {
    return new PutFileStatus(
        new Surl(message.getSurl()),
        StatusCodec.fromWire(message.getStatus()),
        message.hasSize() ? OptionalLong.of(message.getSize()) : OptionalLong.empty(),
        message.hasEstimatedWait()
            ? OptionalInt.of(message.getEstimatedWait())
            : OptionalInt.empty(),
        message.hasRemainingPinLifetime()
            ? OptionalInt.of(message.getRemainingPinLifetime())
            : OptionalInt.empty(),
        message.hasRemainingFileLifetime()
            ? OptionalInt.of(message.getRemainingFileLifetime())
            : OptionalInt.empty(),
        message.hasTurl() ? Optional.of(message.getTurl()) : Optional.empty());
  }
}
