package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * How one tape library gets on with what it is to write and to remove, over all backends.
 *
 * @param waiting files that are to be written, without those that are being written
 * @param waitingBytes of all that are not on tape yet
 * @param running files in the hands of a batch
 * @param failing files that have failed at least once
 * @param worst some of those, who failed most first
 * @param removals copies of files that are gone, which are to be removed
 * @param held copies whose files vanished without srmRm: an administrator decides about them
 */
public record MigrationStatus(
    String library,
    long waiting,
    long waitingBytes,
    long running,
    long failing,
    List<Failing> worst,
    long removals,
    long held) {

  public MigrationStatus {
    Objects.requireNonNull(library, "library");
    worst = List.copyOf(worst);
  }

  /**
   * A file that does not get onto tape.
   *
   * @param sfn as clients name it; absent where its row or area is gone
   * @param since when it was stored
   * @param reason why it failed last
   */
  public record Failing(
      UUID file, String area, Optional<String> sfn, Instant since, int tries, String reason) {}
}
