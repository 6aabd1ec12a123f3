package org.bora.api.get;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.Surl;

/**
 * The state of one file of a get or bringOnline. Times in seconds, sizes in bytes.
 *
 * @param turl transfer URL, once the status is SRM_FILE_PINNED; never for bringOnline
 * @param began when the recall from tape began; absent if nothing was recalled, or if the time is
 *     unknown
 * @param ended when the file stopped waiting, or was removed after that; absent while it waits, or
 *     if the time is unknown
 */
public record GetFileStatus(
    Surl surl,
    ReturnStatus status,
    OptionalLong size,
    OptionalInt estimatedWait,
    OptionalInt remainingPinTime,
    Optional<String> turl,
    Optional<Instant> began,
    Optional<Instant> ended) {

  /** Of a file that nothing was waited for. */
  public GetFileStatus(
      Surl surl,
      ReturnStatus status,
      OptionalLong size,
      OptionalInt estimatedWait,
      OptionalInt remainingPinTime,
      Optional<String> turl) {
    this(
        surl,
        status,
        size,
        estimatedWait,
        remainingPinTime,
        turl,
        Optional.empty(),
        Optional.empty());
  }

  /** The same with another TURL. */
  public GetFileStatus at(Optional<String> other) {
    return new GetFileStatus(
        surl, status, size, estimatedWait, remainingPinTime, other, began, ended);
  }

  public GetFileStatus {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(estimatedWait, "estimatedWait");
    Objects.requireNonNull(remainingPinTime, "remainingPinTime");
    Objects.requireNonNull(turl, "turl");
    Objects.requireNonNull(began, "began");
    Objects.requireNonNull(ended, "ended");
  }
}
