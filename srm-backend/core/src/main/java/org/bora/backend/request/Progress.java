package org.bora.backend.request;

import java.util.Objects;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * How far a request has come.
 *
 * @param status of the whole, as the request's own status call tells it
 * @param completed files that got what they asked for
 * @param waiting files that are not final
 * @param failed files that ended otherwise
 */
public record Progress(ReturnStatus status, int completed, int waiting, int failed) {

  public Progress {
    Objects.requireNonNull(status, "status");
    if (completed < 0 || waiting < 0 || failed < 0) {
      throw new IllegalArgumentException("files are counted from 0");
    }
  }

  public int total() {
    return completed + waiting + failed;
  }

  /** Whether the server has nothing left to do for the request: its status is final. */
  public boolean isFinished() {
    return status.code() != SrmStatus.REQUEST_QUEUED
        && status.code() != SrmStatus.REQUEST_INPROGRESS
        && status.code() != SrmStatus.REQUEST_SUSPENDED;
  }
}
