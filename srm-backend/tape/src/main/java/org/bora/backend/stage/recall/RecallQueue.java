package org.bora.backend.stage.recall;

import java.time.Instant;
import java.util.Objects;

/**
 * What is wanted from one volume, for people.
 *
 * @param volume empty where the tape system does not say, or has not been asked yet
 * @param running of the files, those that a batch has
 * @param failing of the files, those that have failed at least once
 * @param oldest since when the one is wanted that waits longest
 * @param failure why one of them failed last; empty where none has
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
