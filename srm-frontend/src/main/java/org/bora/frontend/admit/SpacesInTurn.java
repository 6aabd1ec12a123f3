package org.bora.frontend.admit;

import java.util.List;
import java.util.Objects;
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
import org.bora.api.word.Call;
import org.bora.api.word.StatusReply;
import org.bora.api.word.SurlStatusesReply;

/** The space functions of {@link BackendInTurn}. */
abstract class SpacesInTurn implements SpaceCalls {
  final Asking asking;
  private final SpaceCalls spaces;

  SpacesInTurn(SpaceCalls spaces, Asking asking) {
    this.spaces = Objects.requireNonNull(spaces, "spaces");
    this.asking = asking;
  }

  @Override
  public SpaceTokensReply getSpaceTokens(Call call, Optional<String> description) {
    return asking.read("getSpaceTokens", call, () -> spaces.getSpaceTokens(call, description));
  }

  @Override
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    return asking.read("getSpaceMetaData", call, () -> spaces.getSpaceMetaData(call, tokens));
  }

  @Override
  public ReserveSpaceReply reserveSpace(Call call, ReserveSpaceRequest request) {
    return asking.lengthy("reserveSpace", call, () -> spaces.reserveSpace(call, request));
  }

  @Override
  public ReserveSpaceReply statusOfReserveSpace(Call call, String token) {
    return asking.poll(
        "statusOfReserveSpace", call, token, () -> spaces.statusOfReserveSpace(call, token));
  }

  @Override
  public UpdateSpaceReply updateSpace(Call call, UpdateSpaceRequest request) {
    return asking.lengthy("updateSpace", call, () -> spaces.updateSpace(call, request));
  }

  @Override
  public UpdateSpaceReply statusOfUpdateSpace(Call call, String token) {
    return asking.poll(
        "statusOfUpdateSpace", call, token, () -> spaces.statusOfUpdateSpace(call, token));
  }

  @Override
  public StatusReply releaseSpace(Call call, ReleaseSpaceRequest request) {
    return asking.lengthy("releaseSpace", call, () -> spaces.releaseSpace(call, request));
  }

  @Override
  public ChangeSpaceReply changeSpaceForFiles(Call call, ChangeSpaceRequest request) {
    return asking.lengthy(
        "changeSpaceForFiles", call, () -> spaces.changeSpaceForFiles(call, request));
  }

  @Override
  public ChangeSpaceReply statusOfChangeSpaceForFiles(Call call, String token) {
    return asking.poll(
        "statusOfChangeSpaceForFiles",
        call,
        token,
        () -> spaces.statusOfChangeSpaceForFiles(call, token));
  }

  @Override
  public LifetimesReply extendFileLifeTimeInSpace(Call call, ExtendInSpaceRequest request) {
    return asking.lengthy(
        "extendFileLifeTimeInSpace", call, () -> spaces.extendFileLifeTimeInSpace(call, request));
  }

  @Override
  public SurlStatusesReply purgeFromSpace(Call call, PurgeRequest request) {
    return asking.lengthy("purgeFromSpace", call, () -> spaces.purgeFromSpace(call, request));
  }
}
