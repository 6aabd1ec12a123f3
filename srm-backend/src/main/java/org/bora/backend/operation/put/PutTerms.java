package org.bora.backend.operation.put;

import java.util.Optional;
import org.bora.api.put.PutRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.turl.Turls;
import org.bora.gridftp.door.Door;

/** What an srmPrepareToPut asks for as a whole, before any of its files is looked at. */
final class PutTerms {
  private final PutSettings settings;
  private final Locator locator;
  private final Turls turls;

  PutTerms(PutSettings settings, Locator locator, Turls turls) {
    this.settings = settings;
    this.locator = locator;
    this.turls = turls;
  }

  /** Agreed or not. */
  sealed interface Terms {
    record Agreed(Lifetimes lifetimes, Door door) implements Terms {}

    record Refused(ReturnStatus status) implements Terms {}
  }

  Terms agree(PutRequest request) {
    Optional<String> wrong =
        settings
            .limits()
            .wrong(request.files().size())
            .or(() -> Lifetimes.wrong("file lifetime", request.fileLifetime()))
            .or(() -> contradictoryLife(request))
            .or(() -> wrongSpace(request));
    if (wrong.isPresent()) {
      return refused(SrmStatus.INVALID_REQUEST, wrong.get());
    }
    return switch (Lifetimes.grant(
        settings.lifetimes(), request.totalRequestTime(), request.pinLifetime())) {
      case Lifetimes.Granted.No(String reason) -> refused(SrmStatus.INVALID_REQUEST, reason);
      case Lifetimes.Granted.Yes(Lifetimes granted) ->
          switch (turls.choose(request.protocols())) {
            case Turls.Choice.None(ReturnStatus status) -> new Terms.Refused(status);
            case Turls.Choice.Through(Door door) -> new Terms.Agreed(granted, door);
          };
    };
  }

  /** Who does not name a type gets the area's; a lifetime alone makes no file perish. */
  private static Optional<String> contradictoryLife(PutRequest request) {
    return request.storageType().equals(Optional.of(FileStorageType.PERMANENT))
            && request.fileLifetime().orElse(0) > 0
        ? Optional.of("a PERMANENT file has no end: its lifetime is -1 or not given")
        : Optional.empty();
  }

  private static Terms refused(SrmStatus code, String reason) {
    return new Terms.Refused(ReturnStatus.of(code, reason));
  }

  private Optional<String> wrongSpace(PutRequest request) {
    if (request.spaceToken().isEmpty()) {
      return Optional.empty();
    }
    String token = request.spaceToken().get();
    Optional<StorageArea> area =
        locator.areas().stream().filter(one -> one.spaceToken().equals(token)).findFirst();
    if (area.isEmpty()) {
      return Optional.of("no such space token");
    }
    return request.retention().filter(wanted -> !keeps(area.get(), wanted)).isPresent()
        ? Optional.of("the space token and the retention policy contradict each other")
        : Optional.empty();
  }

  /** Whether an area promises what is wanted; a latency that is not given is any. */
  static boolean keeps(StorageArea area, RetentionPolicyInfo wanted) {
    RetentionPolicyInfo kept = area.retention();
    return kept.policy() == wanted.policy()
        && (wanted.latency().isEmpty() || wanted.latency().equals(kept.latency()));
  }
}
