package org.bora.taperest;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The answer about a stage request.
 *
 * @param created time of creation
 * @param targets all its files
 * @param since limits the answer to changes since then; absent for a full answer without change
 *     information
 */
record StageAnswer(Instant created, List<StageTarget> targets, Optional<Instant> since) {
  /**
   * Changes get their times before they are committed, so an unseen change may be this much older
   * than a seen one. Transactions end long before.
   */
  static final Duration OVERLAP = Duration.ofMinutes(1);

  StageAnswer {
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(since, "since");
    targets = List.copyOf(targets);
  }

  /** The files in the answer. */
  List<StageTarget> told() {
    if (since.isEmpty()) {
      return targets;
    }
    Instant from = since.get().minus(OVERLAP);
    return targets.stream()
        .filter(target -> target.changed(created).map(at -> !at.isBefore(from)).orElse(true))
        .toList();
  }

  /** The time of the last change: what the client is to say next time. */
  Instant asOf() {
    return targets.stream()
        .flatMap(target -> target.changed(created).stream())
        .max(Comparator.naturalOrder())
        .orElse(created);
  }

  /** When its first file was begun to be read from tape; until then, when the request was made. */
  Instant started() {
    return targets.stream()
        .flatMap(target -> target.started().stream())
        .min(Comparator.naturalOrder())
        .orElse(created);
  }

  /** When the last file came to its end; empty while one waits, and where it was not noted. */
  Optional<Instant> completed() {
    return targets.stream().allMatch(target -> target.state().isFinal())
        ? targets.stream()
            .flatMap(target -> target.finished().stream())
            .max(Comparator.naturalOrder())
        : Optional.empty();
  }
}
