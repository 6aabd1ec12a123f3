package org.bora.backend.pin;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.outcome.RequestStatus;
import org.bora.backend.request.RequestHead;

/** A get or bringOnline request and its files, in their order. */
public record PinnedFiles(RequestHead head, List<Pin> files) {

  public PinnedFiles {
    Objects.requireNonNull(head, "head");
    files = List.copyOf(files);
  }

  /** The status of the whole. Once no file waits it is final, and does not change any more. */
  public ReturnStatus status(Instant now) {
    return status(files.stream().map(pin -> pin.outcome(now, head.suspended())).toList());
  }

  /** The same from what each file contributes ({@link Pin#outcome}). */
  static ReturnStatus status(Collection<ReturnStatus> outcomes) {
    if (contains(outcomes, SrmStatus.REQUEST_SUSPENDED)) {
      return ReturnStatus.of(SrmStatus.REQUEST_SUSPENDED, "suspended by srmSuspendRequest");
    }
    if (contains(outcomes, SrmStatus.REQUEST_TIMED_OUT)) {
      return ReturnStatus.of(SrmStatus.REQUEST_TIMED_OUT, "the total request time is over");
    }
    ReturnStatus plain = RequestStatus.of(outcomes);
    return plain.code() == SrmStatus.FAILURE && contains(outcomes, SrmStatus.ABORTED)
        ? ReturnStatus.of(SrmStatus.ABORTED, "the request was aborted")
        : plain;
  }

  private static boolean contains(Collection<ReturnStatus> outcomes, SrmStatus code) {
    return outcomes.stream().anyMatch(outcome -> outcome.code() == code);
  }
}
