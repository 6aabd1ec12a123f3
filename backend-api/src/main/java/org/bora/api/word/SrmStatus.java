package org.bora.api.word;

/**
 * The status codes of SRM v2.2 (TStatusCode), in the order of the official contract: clients may
 * send and read them as ordinals, so the order is part of the protocol.
 */
public enum SrmStatus {
  SUCCESS,
  FAILURE,
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
  REQUEST_QUEUED,
  REQUEST_INPROGRESS,
  REQUEST_SUSPENDED,
  ABORTED,
  RELEASED,
  FILE_PINNED,
  FILE_IN_CACHE,
  SPACE_AVAILABLE,
  LOWER_SPACE_GRANTED,
  DONE,
  PARTIAL_SUCCESS,
  REQUEST_TIMED_OUT,
  LAST_COPY,
  FILE_BUSY,
  FILE_LOST,
  FILE_UNAVAILABLE,
  CUSTOM_STATUS;

  /**
   * Whether a call, or one file of it, with this status went as asked, or is under way; otherwise
   * it was refused, or the site has something to repair.
   */
  public boolean isAsAsked() {
    return switch (this) {
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
          true;
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
          INTERNAL_ERROR,
          FATAL_INTERNAL_ERROR,
          NOT_SUPPORTED,
          PARTIAL_SUCCESS,
          REQUEST_TIMED_OUT,
          FILE_BUSY,
          FILE_LOST,
          FILE_UNAVAILABLE ->
          false;
    };
  }

  /** The name on the wire, for example {@code SRM_INVALID_PATH}. */
  public String wireName() {
    return "SRM_" + name();
  }
}
