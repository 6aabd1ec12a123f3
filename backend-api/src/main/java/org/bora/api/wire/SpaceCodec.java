package org.bora.api.wire;

import java.util.List;
import java.util.Optional;
import org.bora.api.space.SpaceDetail;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.wire.proto.SpaceProto;
import org.bora.api.word.Call;

/** Space functions. */
public final class SpaceCodec {

  private SpaceCodec() {}

  public static SpaceProto.SpaceTokensRequest tokensToWire(
      Call call, Optional<String> description) {
    var message = SpaceProto.SpaceTokensRequest.newBuilder().setCall(CallCodec.toWire(call));
    description.ifPresent(message::setDescription);
    return message.build();
  }

  public static Optional<String> fromWire(SpaceProto.SpaceTokensRequest message) {
    return message.hasDescription() ? Optional.of(message.getDescription()) : Optional.empty();
  }

  public static SpaceProto.SpaceTokensReply toWire(SpaceTokensReply reply) {
    return SpaceProto.SpaceTokensReply.newBuilder()
        .setStatus(StatusCodec.toWire(reply.status()))
        .addAllTokens(reply.tokens())
        .build();
  }

  public static SpaceTokensReply fromWire(SpaceProto.SpaceTokensReply message) {
    return new SpaceTokensReply(StatusCodec.fromWire(message.getStatus()), message.getTokensList());
  }

  public static SpaceProto.SpaceMetaDataRequest metaDataToWire(Call call, List<String> tokens) {
    return SpaceProto.SpaceMetaDataRequest.newBuilder()
        .setCall(CallCodec.toWire(call))
        .addAllTokens(tokens)
        .build();
  }

  public static List<String> fromWire(SpaceProto.SpaceMetaDataRequest message) {
    return List.copyOf(message.getTokensList());
  }

  public static SpaceProto.SpaceMetaDataReply toWire(SpaceMetaDataReply reply) {
    var message =
        SpaceProto.SpaceMetaDataReply.newBuilder().setStatus(StatusCodec.toWire(reply.status()));
    reply.spaces().forEach(space -> message.addSpaces(toWire(space)));
    return message.build();
  }

  public static SpaceMetaDataReply fromWire(SpaceProto.SpaceMetaDataReply message) {
    return new SpaceMetaDataReply(
        StatusCodec.fromWire(message.getStatus()),
        message.getSpacesList().stream().map(SpaceCodec::fromWire).toList());
  }

  private static SpaceProto.SpaceDetail toWire(SpaceDetail detail) {
    var message =
        SpaceProto.SpaceDetail.newBuilder()
            .setToken(detail.token())
            .setStatus(StatusCodec.toWire(detail.status()));
    detail.figures().ifPresent(figures -> message.setFigures(toWire(figures)));
    return message.build();
  }

  private static SpaceDetail fromWire(SpaceProto.SpaceDetail message) {
    return new SpaceDetail(
        message.getToken(),
        StatusCodec.fromWire(message.getStatus()),
        message.hasFigures() ? Optional.of(fromWire(message.getFigures())) : Optional.empty());
  }

  private static SpaceProto.SpaceFigures toWire(SpaceFigures figures) {
    return SpaceProto.SpaceFigures.newBuilder()
        .setRetention(WordCodec.toWire(figures.retention()))
        .setOwner(figures.owner())
        .setTotal(figures.total())
        .setGuaranteed(figures.guaranteed())
        .setUnused(figures.unused())
        .setLifetimeAssigned(figures.lifetimeAssigned())
        .setLifetimeLeft(figures.lifetimeLeft())
        .build();
  }

  private static SpaceFigures fromWire(SpaceProto.SpaceFigures message) {
    return new SpaceFigures(
        WordCodec.fromWire(message.getRetention()),
        message.getOwner(),
        message.getTotal(),
        message.getGuaranteed(),
        message.getUnused(),
        message.getLifetimeAssigned(),
        message.getLifetimeLeft());
  }
}
