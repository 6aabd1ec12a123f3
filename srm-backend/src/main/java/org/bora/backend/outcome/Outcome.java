package org.bora.backend.outcome;

import org.bora.api.word.SrmStatus;

/** Whose business a status is. */
public enum Outcome {
  /** As asked, or under way. */
  DONE,
  /** The client must ask otherwise, later or not at all. */
  REFUSED,
  /** The site has something to repair. */
  FAULT;

  /** Of a whole call, or of one file of it. */
  public static Outcome of(SrmStatus status) {
    return switch (status) {
      case SUCCESS,
          REQUEST_QUEUED,
          REQUEST_INPROGRESS,
          REQUEST_SUSPENDED,
          ABORTED,
          RELEASED,
          FILE_PINNED,
          FILE_IN_CACHE,
          SPACE_AVAILABLE,
          LOWER_SPACE_GRANTED,
          TOO_MANY_RESULTS,
          LAST_COPY,
          DONE,
          CUSTOM_STATUS ->
          DONE;
      case FAILURE,
          AUTHENTICATION_FAILURE,
          AUTHORIZATION_FAILURE,
          INVALID_REQUEST,
          INVALID_PATH,
          FILE_LIFETIME_EXPIRED,
          SPACE_LIFETIME_EXPIRED,
          EXCEED_ALLOCATION,
          NO_USER_SPACE,
          DUPLICATION_ERROR,
          NON_EMPTY_DIRECTORY,
          NOT_SUPPORTED,
          PARTIAL_SUCCESS,
          REQUEST_TIMED_OUT,
          FILE_BUSY,
          FILE_UNAVAILABLE ->
          REFUSED;
      case NO_FREE_SPACE, INTERNAL_ERROR, FATAL_INTERNAL_ERROR, FILE_LOST -> FAULT;
    };
  }
}
