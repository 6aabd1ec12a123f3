package org.bora.frontend.dispatch;

import java.util.List;
import java.util.Optional;
import org.bora.api.request.LifetimesReply;
import org.bora.api.space.ChangeSpaceReply;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.space.ExtendInSpaceRequest;
import org.bora.api.space.PurgeRequest;
import org.bora.api.space.ReleaseSpaceRequest;
import org.bora.api.space.ReserveSpaceReply;
import org.bora.api.space.ReserveSpaceRequest;
import org.bora.api.space.SpaceCalls;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.space.SpaceTokensReply;
import org.bora.api.space.UpdateSpaceReply;
import org.bora.api.space.UpdateSpaceRequest;
import org.bora.api.wire.CallCodec;
import org.bora.api.wire.LifetimeCodec;
import org.bora.api.wire.ReservationCodec;
import org.bora.api.wire.SpaceCodec;
import org.bora.api.wire.SpaceFilesCodec;
import org.bora.api.wire.StatusCodec;
import org.bora.api.wire.proto.SpacesGrpc;
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** The space functions of a backend elsewhere. What makes or ends something is sent once. */
abstract class RemoteSpaces implements SpaceCalls {

  private final CallSender sender;

  RemoteSpaces(CallSender sender) {
    this.sender = sender;
  }

  @Override
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return sender.repeatable(
        SpacesGrpc.getGetSpaceTokensMethod(),
        call,
        SpaceCodec.tokensToWire(call, description),
        SpaceCodec::fromWire);
  }

  @Override
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    return sender.repeatable(
        SpacesGrpc.getGetSpaceMetaDataMethod(),
        call,
        SpaceCodec.metaDataToWire(call, tokens),
        SpaceCodec::fromWire);
  }

  @Override
  public ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    return sender.once(
        SpacesGrpc.getReserveSpaceMethod(),
        call,
        ReservationCodec.toWire(call, request),
        ReservationCodec::fromWire);
  }

  @Override
  public ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    return sender.repeatable(
        SpacesGrpc.getStatusOfReserveSpaceMethod(),
        call,
        CallCodec.toWire(call, token),
        ReservationCodec::fromWire);
  }

  @Override
  public UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    return sender.repeatable(
        SpacesGrpc.getUpdateSpaceMethod(),
        call,
        ReservationCodec.toWire(call, request),
        ReservationCodec::fromWire);
  }

  @Override
  public UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    return sender.repeatable(
        SpacesGrpc.getStatusOfUpdateSpaceMethod(),
        call,
        CallCodec.toWire(call, token),
        ReservationCodec::fromWire);
  }

  @Override
  public StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    return sender.once(
        SpacesGrpc.getReleaseSpaceMethod(),
        call,
        ReservationCodec.toWire(call, request),
        StatusCodec::fromWire);
  }

  @Override
  public ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    return sender.repeatable(
        SpacesGrpc.getChangeSpaceForFilesMethod(),
        call,
        SpaceFilesCodec.toWire(call, request),
        SpaceFilesCodec::fromWire);
  }

  @Override
  public ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    return sender.repeatable(
        SpacesGrpc.getStatusOfChangeSpaceForFilesMethod(),
        call,
        CallCodec.toWire(call, token),
        SpaceFilesCodec::fromWire);
  }

  @Override
  public LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    return sender.repeatable(
        SpacesGrpc.getExtendFileLifeTimeInSpaceMethod(),
        call,
        SpaceFilesCodec.toWire(call, request),
        LifetimeCodec::fromWire);
  }

  @Override
  public SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    return sender.once(
        SpacesGrpc.getPurgeFromSpaceMethod(),
        call,
        SpaceFilesCodec.toWire(call, request),
        StatusCodec::fromWire);
  }
}
