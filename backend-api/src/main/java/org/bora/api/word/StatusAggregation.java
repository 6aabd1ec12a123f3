package org.bora.api.word;

import java.util.Collection;

/**
 * How the status of a request follows from those of its files (GFD.129, the rule of every
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
    int pending = 0;
    int good = 0;
    int bad = 0;
    for (ReturnStatus file : files) {
      switch (kind(file.code())) {
        case QUEUED -> queued++;
        case PENDING -> pending++;
        case GOOD -> good++;
        case BAD -> bad++;
      }
    }
    if (queued + pending > 0) {
      boolean untouched = pending + good + bad == 0;
      return ReturnStatus.of(untouched ? SrmStatus.REQUEST_QUEUED : SrmStatus.REQUEST_INPROGRESS);
    }
    if (bad == 0) {
      return ReturnStatus.success();
    }
    if (good > 0) {
      return ReturnStatus.of(SrmStatus.PARTIAL_SUCCESS, bad + " of " + files.size() + " failed");
    }
    String reason = files.iterator().next().explanation();
    return ReturnStatus.of(SrmStatus.FAILURE, reason.isEmpty() ? "all files failed" : reason);
  }

  private enum Kind {
    QUEUED,
    PENDING,
    GOOD,
    BAD
  }

  private static Kind kind(SrmStatus code) {
    return switch (code) {
      case REQUEST_QUEUED -> Kind.QUEUED;
      case REQUEST_INPROGRESS, REQUEST_SUSPENDED -> Kind.PENDING;
      case SUCCESS,
          FILE_PINNED,
          FILE_IN_CACHE,
          SPACE_AVAILABLE,
          LOWER_SPACE_GRANTED,
          RELEASED,
          DONE ->
          Kind.GOOD;
      case FAILURE,
          AUTHENTICATION_FAILURE,
          AUTHORIZATION_FAILURE,
          INVALID_REQUEST,
          INVALID_PATH,
          FILE_LIFETIME_EXPIRED,
          SPACE_LIFETIME_EXPIRED,
          EXCEED_ALLOCATION,
          NO_USER_SPACE,
          NO_FREE_SPACE,
          DUPLICATION_ERROR,
          NON_EMPTY_DIRECTORY,
          TOO_MANY_RESULTS,
          INTERNAL_ERROR,
          FATAL_INTERNAL_ERROR,
          NOT_SUPPORTED,
          ABORTED,
          PARTIAL_SUCCESS,
          REQUEST_TIMED_OUT,
          LAST_COPY,
          FILE_BUSY,
          FILE_LOST,
          FILE_UNAVAILABLE,
          CUSTOM_STATUS ->
          Kind.BAD;
    };
  }
}
