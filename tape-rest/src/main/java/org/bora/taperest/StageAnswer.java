package org.bora.taperest;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is told of a stage request.
 *
 * @param created when it was
 * @param targets all of its files
 * @param since only what has changed since then is told; absent is all, and no word of changes
 */
record StageAnswer(Instant created, List<StageTarget> targets, Optional<Instant> since) {
  /**
   * Changes get their times before they are committed: one that was not seen may be as much older
   * than one that was. Transactions are over long before.
   */
  static final Duration OVERLAP = Duration.ofMinutes(1);

  StageAnswer {
    Objects.requireNonNull(created, "created");
    Objects.requireNonNull(since, "since");
    targets = List.copyOf(targets);
  }

  /** Those of the files that are told. */
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
