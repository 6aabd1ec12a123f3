package org.bora.backend.operation.put;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.word.ReturnStatus;

/**
 * What earlier attempts of one transaction changed on disk, which no rollback undoes. The next
 * attempt checks this before it takes space or decides. For one thread.
 */
final class Attempts {
  private final Map<UUID, Boolean> placed = new HashMap<>();
  private final Map<UUID, ReturnStatus> givenUp = new HashMap<>();
  private final Set<UUID> same = new HashSet<>();

  /**
   * An upload is in its place.
   *
   * @param over whether a file was there before it
   */
  void place(UUID upload, boolean over) {
    placed.putIfAbsent(upload, over);
  }

  boolean isPlaced(UUID upload) {
    return placed.containsKey(upload);
  }

  /** Whether the upload replaced a file; empty if it is not published yet. */
  Optional<Boolean> over(UUID upload) {
    return Optional.ofNullable(placed.get(upload));
  }

  /** An upload was removed, because its put can never succeed. */
  void giveUp(UUID upload, ReturnStatus why) {
    givenUp.put(upload, why);
  }

  Optional<ReturnStatus> whyGivenUp(UUID upload) {
    return Optional.ofNullable(givenUp.get(upload));
  }

  /** An upload is the same as the file that is there; it was not removed. */
  void findSame(UUID upload) {
    same.add(upload);
  }

  boolean wasSame(UUID upload) {
    return same.contains(upload);
  }
}
