package org.bora.backend.outcome;

import java.util.Collection;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusAggregation;

/** The status of a call with several names, where GFD.129 requires more than the simple rule. */
public final class RequestStatus {

  private RequestStatus() {}

  /**
   * As {@link StatusAggregation}, except that a call refused for every name is
   * SRM_AUTHORIZATION_FAILURE as a whole (GFD.129 4.3.3): clients then say "permission denied"
   * instead of "input/output error".
   */
  public static ReturnStatus of(Collection<ReturnStatus> files) {
    boolean allDenied =
        !files.isEmpty()
            && files.stream().allMatch(file -> file.code() == SrmStatus.AUTHORIZATION_FAILURE);
    return allDenied ? files.iterator().next() : StatusAggregation.of(files);
  }
}
