package org.bora.api.put;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * The state of one file of a put (TPutRequestFileStatus). Times are in seconds.
 *
 * @param turl transfer URL, once the status is SRM_SPACE_AVAILABLE
 */
public record PutFileStatus(
    Surl surl,
    ReturnStatus status,
    OptionalLong size,
    OptionalInt estimatedWait,
    OptionalInt remainingPinLifetime,
    OptionalInt remainingFileLifetime,
    Optional<String> turl) {

  public PutFileStatus {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(estimatedWait, "estimatedWait");
    Objects.requireNonNull(remainingPinLifetime, "remainingPinLifetime");
    Objects.requireNonNull(remainingFileLifetime, "remainingFileLifetime");
    Objects.requireNonNull(turl, "turl");
  }

  /** The same with another TURL. */
  public PutFileStatus at(Optional<String> other) {
    return new PutFileStatus(
        surl, status, size, estimatedWait, remainingPinLifetime, remainingFileLifetime, other);
  }
}
