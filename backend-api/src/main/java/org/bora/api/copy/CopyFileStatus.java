package org.bora.api.copy;

import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * The state of one file of a copy (TCopyRequestFileStatus). Sizes in bytes, times in seconds.
 *
 * @param size of the source, once it is known
 */
public record CopyFileStatus(
    Surl source,
    Surl target,
    ReturnStatus status,
    OptionalLong size,
    OptionalInt estimatedWait,
    OptionalInt remainingFileLifetime) {

  public CopyFileStatus {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(estimatedWait, "estimatedWait");
    Objects.requireNonNull(remainingFileLifetime, "remainingFileLifetime");
  }
}
