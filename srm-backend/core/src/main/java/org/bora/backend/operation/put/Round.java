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
import org.bora.api.word.ReturnStatus;
import org.bora.backend.request.AcceptedPut;

/** What one attempt at the transaction of an srmPutDone has come to. For one thread. */
final class Round {
  /** Who puts the files. */
  final String caller;

  /** What was known of transfers before anything was sealed. */
  final Transfers.Seen seen;

  /** What the one file of the call must find in its place. */
  final Optional<SeenFile> replaces;

  final Map<UUID, ReturnStatus> results = new HashMap<>();

  /** The rows that end. */
  final List<AcceptedPut> ended = new ArrayList<>();

  /** The uploads that took the place of a file. */
  final Set<UUID> over = new HashSet<>();

  /** The uploads that are the same as the file that is there, which stays. */
  final Set<UUID> same = new HashSet<>();

  Round(String caller, Transfers.Seen seen, Optional<SeenFile> replaces) {
    this.caller = caller;
    this.seen = seen;
    this.replaces = replaces;
  }

  /** Another attempt at the same. */
  Round again() {
    return new Round(caller, seen, replaces);
  }
}
