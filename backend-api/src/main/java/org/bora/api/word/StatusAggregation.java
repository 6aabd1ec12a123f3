package org.bora.api.word;

import java.util.Collection;

/**
 * How the status of a request is derived from those of its files (GFD.129, the rule of every
 * multi-file call).
 */
public final class StatusAggregation {

  private StatusAggregation() {}

  /**
   * All well is SRM_SUCCESS, some SRM_PARTIAL_SUCCESS, none SRM_FAILURE. Anything pending makes it
   * SRM_REQUEST_QUEUED, or SRM_REQUEST_INPROGRESS once any file has moved.
   */
  public static ReturnStatus of(Collection<ReturnStatus> files) {
    int queued = 0;
    int moving = 0;
    int well = 0;
    int failed = 0;
    for (ReturnStatus file : files) {
      switch (file.code().kind()) {
        case QUEUED -> queued++;
        case MOVING -> moving++;
        case WELL -> well++;
        case WITHOUT_FAULT, REFUSED -> failed++;
      }
    }
    if (queued + moving > 0) {
      boolean untouched = moving + well + failed == 0;
      return ReturnStatus.of(untouched ? SrmStatus.REQUEST_QUEUED : SrmStatus.REQUEST_INPROGRESS);
    }
    if (failed == 0) {
      return ReturnStatus.success();
    }
    if (well > 0) {
      return ReturnStatus.of(SrmStatus.PARTIAL_SUCCESS, failed + " of " + files.size() + " failed");
    }
    String reason = files.iterator().next().explanation();
    return ReturnStatus.of(SrmStatus.FAILURE, reason.isEmpty() ? "all files failed" : reason);
  }
}
