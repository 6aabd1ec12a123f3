package org.bora.backend.operation.put;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.put.SeenFile;
import org.bora.api.word.Call;
import org.bora.api.word.ReturnStatus;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.ChangedBy;

/** The result of one attempt at the transaction of an srmPutDone. For one thread. */
final class PublicationRound {
  /** The subject of the request's owner. */
  final String owner;

  /** The caller of srmPutDone; empty for the owner. */
  final Optional<ChangedBy> other;

  /** What was known of transfers before anything was sealed. */
  final PutTransfers.Seen seen;

  /** What the one file of the call must find in its place. */
  final Optional<SeenFile> replaces;

  final Map<UUID, ReturnStatus> results = new HashMap<>();

  /** The rows that end. */
  final List<AcceptedPut> ended = new ArrayList<>();

  /** The uploads that took the place of a file. */
  final Set<UUID> over = new HashSet<>();

  /** The uploads that are the same as the file that is there, which stays. */
  final Set<UUID> same = new HashSet<>();

  private PublicationRound(
      String owner,
      Optional<ChangedBy> other,
      PutTransfers.Seen seen,
      Optional<SeenFile> replaces) {
    this.owner = owner;
    this.other = other;
    this.seen = seen;
    this.replaces = replaces;
  }

  /** Before the first attempt of a call. */
  static PublicationRound first(
      String owner, Call call, PutTransfers.Seen seen, Optional<SeenFile> replaces) {
    Optional<ChangedBy> other =
        Optional.of(ChangedBy.caller(call)).filter(by -> !by.name().equals(owner));
    return new PublicationRound(owner, other, seen, replaces);
  }

  /** Another attempt at the same. */
  PublicationRound again() {
    return new PublicationRound(owner, other, seen, replaces);
  }
}
