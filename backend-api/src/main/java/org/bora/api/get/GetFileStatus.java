package org.bora.api.get;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * Where one file of a get or bringOnline stands. Times in seconds, sizes in bytes.
 *
 * @param turl where to read, once the status is SRM_FILE_PINNED; never for bringOnline
 */
public record GetFileStatus(
    Surl surl,
    ReturnStatus status,
    OptionalLong size,
    OptionalInt estimatedWait,
    OptionalInt remainingPinTime,
    Optional<String> turl) {

  public GetFileStatus {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(estimatedWait, "estimatedWait");
    Objects.requireNonNull(remainingPinTime, "remainingPinTime");
    Objects.requireNonNull(turl, "turl");
  }
}
