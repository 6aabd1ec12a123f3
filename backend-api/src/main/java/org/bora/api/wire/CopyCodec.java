package org.bora.api.wire;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.copy.CopyFile;
import org.bora.api.copy.CopyFileStatus;
import org.bora.api.copy.CopyReply;
import org.bora.api.copy.CopyRequest;
import org.bora.api.copy.CopyStatusRequest;
import org.bora.api.wire.proto.CopyProto;
import org.bora.api.word.Call;
import org.bora.api.word.Surl;

/** Copies between services. */
public final class CopyCodec {

  private CopyCodec() {}

  public static CopyMessage toWire(Call call, CopyRequest request) {
    var message =
        CopyProto.CopyRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setDescription(request.description())
            .setOverwrite(WordCodec.toWire(request.overwrite()));
    request.files().forEach(file -> message.addFiles(toWire(file)));
    request.totalRequestTime().ifPresent(message::setTotalRequestTime);
    request.fileLifetime().ifPresent(message::setFileLifetime);
    request.storageType().ifPresent(type -> message.setStorageType(WordCodec.toWire(type)));
    request.spaceToken().ifPresent(message::setSpaceToken);
    request.retention().ifPresent(info -> message.setRetention(WordCodec.toWire(info)));
    return new CopyMessage(message.build(), request.credential());
  }

  public static CopyRequest fromWire(CopyMessage sent) {
    CopyProto.CopyRequest message = sent.request();
    return new CopyRequest(
        message.getFilesList().stream().map(CopyCodec::fromWire).toList(),
        message.getDescription(),
        WordCodec.fromWire(message.getOverwrite()),
        message.hasTotalRequestTime()
            ? OptionalInt.of(message.getTotalRequestTime())
            : OptionalInt.empty(),
        message.hasFileLifetime() ? OptionalInt.of(message.getFileLifetime()) : OptionalInt.empty(),
        message.hasStorageType()
            ? Optional.of(WordCodec.fromWire(message.getStorageType()))
            : Optional.empty(),
        message.hasSpaceToken() ? Optional.of(message.getSpaceToken()) : Optional.empty(),
        message.hasRetention()
            ? Optional.of(WordCodec.fromWire(message.getRetention()))
            : Optional.empty(),
        sent.credential());
  }

  public static CopyProto.CopyStatusRequest toWire(Call call, CopyStatusRequest request) {
    return CopyProto.CopyStatusRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .setToken(request.token())
        .addAllSources(WordCodec.texts(request.sources()))
        .addAllTargets(WordCodec.texts(request.targets()))
        .build();
  }

  public static CopyStatusRequest fromWire(CopyProto.CopyStatusRequest message) {
    return new CopyStatusRequest(
        message.getToken(),
        WordCodec.surls(message.getSourcesList()),
        WordCodec.surls(message.getTargetsList()));
  }

  public static CopyProto.CopyReply toWire(CopyReply reply) {
    var message = CopyProto.CopyReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.token().ifPresent(message::setToken);
    reply.files().forEach(file -> message.addFiles(toWire(file)));
    reply.remainingTotalRequestTime().ifPresent(message::setRemainingTotalRequestTime);
    return message.build();
  }

  public static CopyReply fromWire(CopyProto.CopyReply message) {
    return new CopyReply(
        StatusCodec.fromWire(message.getStatus()),
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        message.getFilesList().stream().map(CopyCodec::fromWire).toList(),
        message.hasRemainingTotalRequestTime()
            ? OptionalInt.of(message.getRemainingTotalRequestTime())
            : OptionalInt.empty());
  }

  private static CopyProto.CopyFile toWire(CopyFile file) {
    var message =
        CopyProto.CopyFile.newBuilder()
            .setSource(file.source().text())
            .setTarget(file.target().text());
    file.recursion().ifPresent(recursion -> message.setRecursion(WordCodec.toWire(recursion)));
    return message.build();
  }

  private static CopyFile fromWire(CopyProto.CopyFile message) {
    return new CopyFile(
        new Surl(message.getSource()),
        new Surl(message.getTarget()),
        message.hasRecursion()
            ? Optional.of(WordCodec.fromWire(message.getRecursion()))
            : Optional.empty());
  }

  private static CopyProto.CopyFileStatus toWire(CopyFileStatus file) {
    var message =
        CopyProto.CopyFileStatus.newBuilder()
            .setSource(file.source().text())
            .setTarget(file.target().text())
            .setStatus(StatusCodec.toWire(file.status()));
    file.size().ifPresent(message::setSize);
    file.estimatedWait().ifPresent(message::setEstimatedWait);
    file.remainingFileLifetime().ifPresent(message::setRemainingFileLifetime);
    return message.build();
  }

  private static CopyFileStatus fromWire(CopyProto.CopyFileStatus message) {
    return new CopyFileStatus(
        new Surl(message.getSource()),
        new Surl(message.getTarget()),
        StatusCodec.fromWire(message.getStatus()),
        message.hasSize() ? OptionalLong.of(message.getSize()) : OptionalLong.empty(),
        message.hasEstimatedWait()
            ? OptionalInt.of(message.getEstimatedWait())
            : OptionalInt.empty(),
        message.hasRemainingFileLifetime()
            ? OptionalInt.of(message.getRemainingFileLifetime())
            : OptionalInt.empty());
  }
}
