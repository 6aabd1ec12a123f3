package org.bora.backend.stage.recall;

import java.time.Instant;
import java.util.Objects;

/**
 * The recalls of one volume, for people.
 *
 * @param volume empty if unknown so far
 * @param running files in a running batch
 * @param failing files that have failed at least once
 * @param oldest when the longest-waiting file was requested
 * @param failure why one of them last failed; empty if none has
 */
public record RecallQueue(
    String volume,
    long files,
    long bytes,
    long running,
    long failing,
    Instant oldest,
    String failure) {

  public RecallQueue {
    Objects.requireNonNull(volume, "volume");
    Objects.requireNonNull(oldest, "oldest");
    Objects.requireNonNull(failure, "failure");
  }
}
