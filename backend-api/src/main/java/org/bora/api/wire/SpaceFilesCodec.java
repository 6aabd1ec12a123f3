package org.bora.api.wire;

import java.util.Optional;
import java.util.OptionalInt;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.wire.proto.SpaceProto;
import org.bora.api.word.Call;

/** Files in spaces: moved from one to another, kept longer, purged. */
public final class SpaceFilesCodec {

  private SpaceFilesCodec() {}

  public static SpaceProto.ChangeSpaceRequest toWire(Call call, ChangeSpaceRequest request) {
    return SpaceProto.ChangeSpaceRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .addAllSurls(WordCodec.texts(request.surls()))
        .setSpaceToken(request.spaceToken())
        .build();
  }

  public static ChangeSpaceRequest fromWire(SpaceProto.ChangeSpaceRequest message) {
    return new ChangeSpaceRequest(WordCodec.surls(message.getSurlsList()), message.getSpaceToken());
  }

  public static SpaceProto.ChangeSpaceReply toWire(ChangeSpaceReply reply) {
    var message =
        SpaceProto.ChangeSpaceReply.newBuilder()
            .setStatus(StatusCodec.toWire(reply.status()))
            .addAllFiles(StatusCodec.toWire(reply.files()));
    reply.token().ifPresent(message::setToken);
    reply.estimatedWait().ifPresent(message::setEstimatedWait);
    return message.build();
  }

  public static ChangeSpaceReply fromWire(SpaceProto.ChangeSpaceReply message) {
    return new ChangeSpaceReply(
        StatusCodec.fromWire(message.getStatus()),
        message.hasToken() ? Optional.of(message.getToken()) : Optional.empty(),
        message.hasEstimatedWait()
            ? OptionalInt.of(message.getEstimatedWait())
            : OptionalInt.empty(),
        StatusCodec.fromWire(message.getFilesList()));
  }

  public static SpaceProto.ExtendInSpaceRequest toWire(Call call, ExtendInSpaceRequest request) {
    var message =
        SpaceProto.ExtendInSpaceRequest.newBuilder()
            .setCall(CallCodec.toWire(call))
            .setSpaceToken(request.spaceToken())
            .addAllSurls(WordCodec.texts(request.surls()));
    request.lifetime().ifPresent(message::setLifetime);
    return message.build();
  }

  public static ExtendInSpaceRequest fromWire(SpaceProto.ExtendInSpaceRequest message) {
    return new ExtendInSpaceRequest(
        message.getSpaceToken(),
        WordCodec.surls(message.getSurlsList()),
        message.hasLifetime() ? OptionalInt.of(message.getLifetime()) : OptionalInt.empty());
  }

  public static SpaceProto.PurgeRequest toWire(Call call, PurgeRequest request) {
    return SpaceProto.PurgeRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .addAllSurls(WordCodec.texts(request.surls()))
        .setSpaceToken(request.spaceToken())
        .build();
  }

  public static PurgeRequest fromWire(SpaceProto.PurgeRequest message) {
    return new PurgeRequest(WordCodec.surls(message.getSurlsList()), message.getSpaceToken());
  }
}
