package org.bora.backend.operation.space;

import java.util.List;
import java.util.Optional;
import org.bora.api.space.SpaceDetail;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.authorise.Authoriser;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;

/**
 * srmGetSpaceMetaData (GFD.129 2.7). The figures of an area's own space are those of the filesystem
 * or quota that holds it; unused is what can still be promised: available less what active puts
 * have been promised already.
 */
public final class GetSpaceMetaData {

  private static final int FOR_EVER = -1;
  private static final int MAX_TOKENS = 1_000;

  private final Locator locator;
  private final Authoriser authoriser;
  private final PromisedSpace promised;

  public GetSpaceMetaData(Locator locator, Authoriser authoriser, PromisedSpace promised) {
    this.locator = locator;
    this.authoriser = authoriser;
    this.promised = promised;
  }

  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    if (tokens.isEmpty() || tokens.size() > MAX_TOKENS) {
      return new SpaceMetaDataReply(
          ReturnStatus.of(
              SrmStatus.INVALID_REQUEST,
              tokens.size() + " space tokens in one call, 1 to " + MAX_TOKENS + " are possible"),
          List.of());
    }
    List<SpaceDetail> spaces =
        tokens.stream().map(token -> describe(call.caller(), token)).toList();
    return new SpaceMetaDataReply(
        RequestStatus.of(spaces.stream().map(SpaceDetail::status).toList()), spaces);
  }

  private SpaceDetail describe(Caller caller, String token) {
    Optional<StorageArea> area =
        locator.areas().stream().filter(one -> one.spaceToken().equals(token)).findFirst();
    if (area.isEmpty()) {
      return refused(token, ReturnStatus.of(SrmStatus.INVALID_REQUEST, "no such space token"));
    }
    return switch (authoriser.decide(caller, OperationClass.LIST, area.get())) {
      case Decision.Denied(String reason) ->
          refused(token, ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason));
      case Decision.Allowed _ -> describe(area.get());
    };
  }

  private SpaceDetail describe(StorageArea area) {
    try {
      SpaceFacts facts = area.tree().space();
      long unused = Math.max(0, facts.available() - promised.bytesPromised(area));
      return new SpaceDetail(
          area.spaceToken(),
          ReturnStatus.success(),
          Optional.of(
              new SpaceFigures(
                  area.retention(),
                  area.name(),
                  facts.total(),
                  facts.total(),
                  unused,
                  FOR_EVER,
                  FOR_EVER)));
    } catch (StorageException e) {
      return refused(area.spaceToken(), StorageRefusal.of(e));
    }
  }

  private static SpaceDetail refused(String token, ReturnStatus status) {
    return new SpaceDetail(token, status, Optional.empty());
  }
}
