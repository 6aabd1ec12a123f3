package org.bora.backend.operation.space;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bora.api.space.SpaceDetail;
import org.bora.api.space.SpaceFigures;
import org.bora.api.space.SpaceMetaDataReply;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;
import org.bora.backend.authorise.Decision;
import org.bora.backend.authorise.OperationClass;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.outcome.StorageRefusal;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceRegister.Shown;
import org.bora.backend.space.Sums;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;

/**
 * srmGetSpaceMetaData (GFD.129 2.7). A bounded space has its own figures, exact to the byte; unused
 * is what can still be promised. The figures of an area without a size are those of its filesystem
 * or quota, minus what is already promised and reserved.
 */
public final class GetSpaceMetaData {
  private static final int MAX_TOKENS = 1_000;

  private final SpaceServices services;

  GetSpaceMetaData(SpaceServices services) {
    this.services = services;
  }

  /** As {@link org.bora.api.Catalogue#GET_SPACE_META_DATA}. */
  public SpaceMetaDataReply getSpaceMetaData(Call call, List<String> tokens) {
    if (tokens.isEmpty() || tokens.size() > MAX_TOKENS) {
      return new SpaceMetaDataReply(
          ReturnStatus.of(
              SrmStatus.INVALID_REQUEST,
              tokens.size() + " space tokens in one call, 1 to " + MAX_TOKENS + " are possible"),
          List.of());
    }
    Instant now = services.now();
    Map<String, Shown> shown = services.register().show(call.caller(), tokens);
    List<SpaceDetail> spaces =
        tokens.stream()
            .map(token -> describe(call.caller(), token, shown.get(token), now))
            .toList();
    // To hear that a space is over is an answer too: clients ask for occupancy with old tokens.
    List<ReturnStatus> answers =
        spaces.stream()
            .map(space -> space.figures().isPresent() ? ReturnStatus.success() : space.status())
            .toList();
    return new SpaceMetaDataReply(StatusAggregation.of(answers), spaces);
  }

  private SpaceDetail describe(Caller caller, String token, Shown shown, Instant now) {
    return switch (shown) {
      case Shown.No(ReturnStatus status) -> refused(token, status);
      case Shown.Yes(Space space, Sums sums) -> {
        StorageArea area = services.area(space);
        yield space.isStatic()
                && services.entrance().authoriser().decide(caller, OperationClass.LIST, area)
                    instanceof Decision.Denied(String reason)
            ? refused(token, ReturnStatus.of(SrmStatus.AUTHORIZATION_FAILURE, reason))
            : describe(space, sums, area, now);
      }
    };
  }

  private SpaceDetail describe(Space space, Sums sums, StorageArea area, Instant now) {
    if (space.bounded()) {
      ReturnStatus status =
          space.isExpired(now)
              ? ReturnStatus.of(
                  SrmStatus.SPACE_LIFETIME_EXPIRED, "the lifetime of the space is over")
              : ReturnStatus.success();
      return detail(space, status, space.total(), space.guaranteed(), sums.free(), now);
    }
    try {
      SpaceFacts facts = area.tree().space();
      long spokenFor = services.transactions().read(sql -> services.books().spokenFor(sql, area));
      return detail(
          space,
          ReturnStatus.success(),
          facts.total(),
          facts.total(),
          facts.available() - spokenFor,
          now);
    } catch (StorageException e) {
      return refused(space.token(), StorageRefusal.of(e));
    }
  }

  private static SpaceDetail detail(
      Space space, ReturnStatus status, long total, long guaranteed, long unused, Instant now) {
    return new SpaceDetail(
        space.token(),
        status,
        Optional.of(
            new SpaceFigures(
                space.retention(),
                space.owner().orElse(space.area()),
                total,
                guaranteed,
                Math.max(0, unused),
                space.lifetimeSeconds(),
                space.secondsLeft(now))));
  }

  private static SpaceDetail refused(String token, ReturnStatus status) {
    return new SpaceDetail(token, status, Optional.empty());
  }
}
