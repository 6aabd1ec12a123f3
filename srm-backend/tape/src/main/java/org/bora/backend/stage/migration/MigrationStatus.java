package org.bora.backend.stage.migration;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * The progress of migration and removal in one tape library, over all backends.
 *
 * @param waiting files that wait, without those that are being written
 * @param waitingBytes total size of files that are not on tape yet
 * @param running files in a running batch
 * @param failing files that have failed at least once
 * @param worst some of these, most failures first
 * @param removals copies to remove, because their files no longer exist
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
   * A file whose migration fails.
   *
   * @param sfn its path for clients; absent if its row or area no longer exists
   * @param since when it was stored
   * @param reason why the last attempt failed
   */
  public record Failing(
      UUID file, String area, Optional<String> sfn, Instant since, int tries, String reason) {}
}
