package org.bora.backend.operation.copy;

import java.util.List;
import java.util.Objects;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.RequestHead;

/** A copy request with all its files. */
record CopyFiles(RequestHead head, List<CopyRow> files) {

  CopyFiles {
    Objects.requireNonNull(head, "head");
    files = List.copyOf(files);
  }

  /** The status of the whole, as of other requests whose files wait (docs/reference/states.md). */
  ReturnStatus status() {
    List<ReturnStatus> all = files.stream().map(file -> file.status(head.suspended())).toList();
    ReturnStatus plain = RequestStatus.of(all);
    if (head.suspended() && files.stream().anyMatch(file -> file.state() == CopyState.QUEUED)) {
      return ReturnStatus.of(SrmStatus.REQUEST_SUSPENDED, "the request was suspended");
    }
    if (plain.code() != SrmStatus.FAILURE) {
      return plain;
    }
    if (all.contains(Errand.TIME_OVER)) {
      return ReturnStatus.of(SrmStatus.REQUEST_TIMED_OUT, Errand.TIME_OVER.explanation());
    }
    boolean aborted = all.stream().anyMatch(file -> file.code() == SrmStatus.ABORTED);
    return aborted ? ReturnStatus.of(SrmStatus.ABORTED, "the request was aborted") : plain;
  }
}
