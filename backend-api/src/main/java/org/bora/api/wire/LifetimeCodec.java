package org.bora.api.wire;

import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.request.ExtendRequest;
import org.bora.api.request.LifetimeStatus;
import org.bora.api.request.LifetimesReply;
import org.bora.api.wire.proto.RequestProto;
import org.bora.api.word.Call;
import org.bora.api.word.Surl;

/** The lives of files and pins made longer, and what is left of them. */
public final class LifetimeCodec {

  private LifetimeCodec() {}

  public static RequestProto.ExtendRequest toWire(Call call, ExtendRequest request) {
    var message =
        RequestProto.ExtendRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .addAllSurls(WordCodec.texts(request.surls()));
    request.token().ifPresent(message::setToken);
    request.fileLifetime().ifPresent(message::setFileLifetime);
    request.pinLifetime().ifPresent(message::setPinLifetime);
    return message.build();
  }

  public static ExtendRequest fromWire(RequestProto.ExtendRequest message) {
    return new ExtendRequest(
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        WordCodec.surls(message.getSurlsList()),
        message.hasFileLifetime() ? OptionalInt.of(message.getFileLifetime()) : OptionalInt.empty(),
        message.hasPinLifetime() ? OptionalInt.of(message.getPinLifetime()) : OptionalInt.empty());
  }

  public static RequestProto.LifetimesReply toWire(LifetimesReply reply) {
    var message =
        RequestProto.LifetimesReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.files().forEach(file -> message.addFiles(toWire(file)));
    return message.build();
  }

  public static LifetimesReply fromWire(RequestProto.LifetimesReply message) {
    return new LifetimesReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getFilesList().stream().map(LifetimeCodec::fromWire).toList());
  }

  private static RequestProto.LifetimeStatus toWire(LifetimeStatus file) {
    var message =
        RequestProto.LifetimeStatus.newBuilder()
            .setSurl(file.surl().text())
            .setStatus(StatusCodec.toWire(file.status()));
    file.fileLifetime().ifPresent(message::setFileLifetime);
    file.pinLifetime().ifPresent(message::setPinLifetime);
    return message.build();
  }

  private static LifetimeStatus fromWire(RequestProto.LifetimeStatus message) {
    return new LifetimeStatus(
        new Surl(message.getSurl()),
        StatusCodec.fromWire(message.getStatus()),
        message.hasFileLifetime() ? OptionalInt.of(message.getFileLifetime()) : OptionalInt.empty(),
        message.hasPinLifetime() ? OptionalInt.of(message.getPinLifetime()) : OptionalInt.empty());
  }
}
