package org.bora.backend.request;

import java.util.Objects;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * The progress of a request.
 *
 * @param status of the whole request, as its own status call returns it
 * @param completed files that succeeded
 * @param waiting files that are not in a final state
 * @param failed files that ended in any other way
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
