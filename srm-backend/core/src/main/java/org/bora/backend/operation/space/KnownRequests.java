package org.bora.backend.operation.space;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.api.word.Caller;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.operation.space.SpaceRequestTable.Known;
import org.bora.backend.request.Lifetimes;
import org.bora.backend.request.Ownership;
import org.bora.backend.request.RequestHead;
import org.bora.backend.request.RequestKind;
import org.bora.backend.request.RequestOwner;
import org.bora.backend.request.RequestToken;

/** Requests about spaces, which are nearly always answered at once and can be asked for again. */
final class KnownRequests {
  /**
   * The minimum time for which an answer is available, in addition to the retention of requests.
   */
  private static final Duration KEPT = Duration.ofHours(1);

  private final SpaceServices services;

  KnownRequests(SpaceServices services) {
    this.services = services;
  }

  /** The request of a token, or why the caller has no access to it. */
  sealed interface Found {
    record Yes(Known known) implements Found {}

    record No(ReturnStatus status) implements Found {}
  }

  Found find(Caller caller, String token, RequestKind kind) {
    Optional<Known> known =
        RequestToken.parse(token)
            .flatMap(id -> services.transactions().read(sql -> services.requests().find(sql, id)));
    if (known.isEmpty()) {
      return new Found.No(Ownership.unknown());
    }
    return Ownership.refusal(known.get().head(), caller, kind)
        .<Found>map(Found.No::new)
        .orElseGet(() -> new Found.Yes(known.get()));
  }

  /** A request that begins now. */
  RequestHead begin(
      Caller caller, RequestKind kind, StorageArea area, String description, Instant now) {
    return RequestHead.begin(
        services.tokens().token(now),
        kind,
        RequestOwner.of(caller, List.of(area)),
        description,
        now,
        new Lifetimes(KEPT, Duration.ZERO));
  }
}
