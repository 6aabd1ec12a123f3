package org.bora.backend.operation.copy;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.bora.api.copy.CopyFileStatus;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.bora.backend.request.RequestToken;

/**
 * A file of a copy, as stored in the database.
 *
 * @param failure while the state is FAILED
 * @param size of the source in bytes, once it is known
 * @param arrived bytes at the target
 * @param put the put that writes the file, for a local target
 * @param began when its backend began to copy it
 */
record CopyRow(
    RequestToken token,
    int position,
    Surl source,
    Surl target,
    CopyState state,
    Optional<ReturnStatus> failure,
    OptionalLong size,
    long arrived,
    Optional<RequestToken> put,
    Optional<Instant> began) {

  CopyRow {
    Objects.requireNonNull(token, "token");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(target, "target");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(put, "put");
    Objects.requireNonNull(began, "began");
    if ((state == CopyState.FAILED) != failure.isPresent()) {
      throw new IllegalArgumentException(state + " with failure " + failure);
    }
  }

  /** A file that waits for its turn. */
  static CopyRow queued(RequestToken token, int position, Surl source, Surl target) {
    return new CopyRow(
        token,
        position,
        source,
        target,
        CopyState.QUEUED,
        Optional.empty(),
        OptionalLong.empty(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** The same, ended. */
  CopyRow ended(CopyState end, Optional<ReturnStatus> why) {
    return new CopyRow(token, position, source, target, end, why, size, arrived, put, began);
  }

  /** The same, copied. */
  CopyRow copied(long bytes) {
    OptionalLong all = OptionalLong.of(bytes);
    return new CopyRow(
        token, position, source, target, CopyState.DONE, failure, all, bytes, put, began);
  }

  CopyRow failed(ReturnStatus why) {
    return ended(CopyState.FAILED, Optional.of(why));
  }

  /**
   * The status for clients.
   *
   * @param suspended whether the request is suspended: waiting files say so, running ones continue
   */
  ReturnStatus status(boolean suspended) {
    return switch (state) {
      case QUEUED ->
          ReturnStatus.of(suspended ? SrmStatus.REQUEST_SUSPENDED : SrmStatus.REQUEST_QUEUED);
      case RUNNING -> ReturnStatus.of(SrmStatus.REQUEST_INPROGRESS);
      case DONE -> ReturnStatus.success();
      case ABORTED -> ReturnStatus.of(SrmStatus.ABORTED, "the copy was aborted");
      case FAILED -> failure.orElseThrow();
    };
  }

  /**
   * The same with the remaining data.
   *
   * @param life remaining lifetime of the target in seconds; -1 for ever
   */
  CopyFileStatus told(boolean suspended, Instant now, OptionalInt life) {
    return new CopyFileStatus(source, target, status(suspended), size, wait(now), life);
  }

  /** What is left, at the rate so far. */
  private OptionalInt wait(Instant now) {
    if (state != CopyState.RUNNING || size.isEmpty() || arrived == 0 || began.isEmpty()) {
      return OptionalInt.empty();
    }
    double seconds = Math.max(1, Duration.between(began.get(), now).toMillis()) / 1000.0;
    double left = Math.max(0, size.getAsLong() - arrived) * seconds / arrived;
    return OptionalInt.of((int) Math.min(Math.ceil(left), Integer.MAX_VALUE));
  }
}
