package org.bora.backend.operation.put;

import java.time.Instant;
import java.util.Optional;
import org.bora.api.put.PutRequest;
import org.bora.api.word.Caller;
import org.bora.api.word.RetentionPolicyInfo;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.space.Space;
import org.bora.backend.space.SpaceLookup;
import org.bora.backend.turl.Turls;

/** What an srmPrepareToPut asks for as a whole, before any of its files is looked at. */
final class PutTerms {
  private final PutSettings settings;
  private final SpaceLookup spaces;
  private final Turls turls;

  PutTerms(PutSettings settings, SpaceLookup spaces, Turls turls) {
    this.settings = settings;
    this.spaces = spaces;
    this.turls = turls;
  }

  /** Agreed or not. */
  sealed interface Terms {
    /**
     * Agreed.
     *
     * @param space that the request names
     */
    record Agreed(Lifetimes lifetimes, Turls.Way way, Optional<Space> space) implements Terms {}

    record Refused(ReturnStatus status) implements Terms {}
  }

  Terms agree(Caller caller, PutRequest request, Instant now) {
    Optional<String> wrong =
        settings
            .limits()
            .wrong(request.files().size())
            .or(() -> Lifetimes.wrong("file lifetime", request.fileLifetime()))
            .or(() -> Lifetimes.wrong("copy pin", request.copyPin()));
    if (wrong.isPresent()) {
      return refused(SrmStatus.INVALID_REQUEST, wrong.get());
    }
    return switch (Lifetimes.grantPut(
        settings.lifetimes(), request.totalRequestTime(), request.pinLifetime())) {
      case Lifetimes.Granted.No(String reason) -> refused(SrmStatus.INVALID_REQUEST, reason);
      case Lifetimes.Granted.Yes(Lifetimes granted) ->
          switch (turls.choose(request.protocols())) {
            case Turls.Choice.None(ReturnStatus status) -> new Terms.Refused(status);
            case Turls.Choice.Through(Turls.Way way) -> within(caller, request, now, granted, way);
          };
    };
  }

  private static Terms refused(SrmStatus code, String reason) {
    return new Terms.Refused(ReturnStatus.of(code, reason));
  }

  private Terms within(
      Caller caller, PutRequest request, Instant now, Lifetimes granted, Turls.Way way) {
    if (request.spaceToken().isEmpty()) {
      return new Terms.Agreed(granted, way, Optional.empty());
    }
    return switch (spaces.find(caller, request.spaceToken().get(), now)) {
      case SpaceLookup.Found.No(ReturnStatus status) -> new Terms.Refused(status);
      case SpaceLookup.Found.Yes(Space space) ->
          request.retention().filter(wanted -> !keeps(space.retention(), wanted)).isPresent()
              ? refused(
                  SrmStatus.INVALID_REQUEST,
                  "the space token and the retention policy contradict each other")
              : new Terms.Agreed(granted, way, Optional.of(space));
    };
  }

  /** Whether a space satisfies the request; a missing latency matches any. */
  static boolean keeps(RetentionPolicyInfo kept, RetentionPolicyInfo wanted) {
    return kept.policy() == wanted.policy()
        && (wanted.latency().isEmpty() || wanted.latency().equals(kept.latency()));
  }
}
