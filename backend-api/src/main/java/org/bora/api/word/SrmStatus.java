package org.bora.api.word;

/**
 * The status codes of SRM v2.2 (TStatusCode), in the order of the official contract: clients may
 * send and read them as ordinals, so the order is part of the protocol.
 */
public enum SrmStatus {
  SUCCESS(Kind.WELL),
  FAILURE(Kind.REFUSED),
  AUTHENTICATION_FAILURE(Kind.REFUSED),
  AUTHORIZATION_FAILURE(Kind.REFUSED),
  INVALID_REQUEST(Kind.REFUSED),
  INVALID_PATH(Kind.REFUSED),
  FILE_LIFETIME_EXPIRED(Kind.REFUSED),
  SPACE_LIFETIME_EXPIRED(Kind.REFUSED),
  EXCEED_ALLOCATION(Kind.REFUSED),
  NO_USER_SPACE(Kind.REFUSED),
  NO_FREE_SPACE(Kind.REFUSED),
  DUPLICATION_ERROR(Kind.REFUSED),
  NON_EMPTY_DIRECTORY(Kind.REFUSED),
  TOO_MANY_RESULTS(Kind.WITHOUT_FAULT),
  INTERNAL_ERROR(Kind.REFUSED),
  FATAL_INTERNAL_ERROR(Kind.REFUSED),
  NOT_SUPPORTED(Kind.REFUSED),
  REQUEST_QUEUED(Kind.QUEUED),
  REQUEST_INPROGRESS(Kind.MOVING),
  REQUEST_SUSPENDED(Kind.MOVING),
  ABORTED(Kind.WITHOUT_FAULT),
  RELEASED(Kind.WELL),
  FILE_PINNED(Kind.WELL),
  FILE_IN_CACHE(Kind.WELL),
  SPACE_AVAILABLE(Kind.WELL),
  LOWER_SPACE_GRANTED(Kind.WELL),
  DONE(Kind.WELL),
  PARTIAL_SUCCESS(Kind.REFUSED),
  REQUEST_TIMED_OUT(Kind.REFUSED),
  LAST_COPY(Kind.WITHOUT_FAULT),
  FILE_BUSY(Kind.REFUSED),
  FILE_LOST(Kind.REFUSED),
  FILE_UNAVAILABLE(Kind.REFUSED),
  CUSTOM_STATUS(Kind.WITHOUT_FAULT);

  /** What a status means for a call or one of its files. */
  public enum Kind {
    /** It is as was asked. */
    WELL,
    /** Nothing has happened to it yet. */
    QUEUED,
    /** It is under way. */
    MOVING,
    /** Ended without the original result and without a refusal: an abort, a long listing. */
    WITHOUT_FAULT,
    /** It was refused, or the site has something to repair. */
    REFUSED
  }

  private final Kind kind;

  SrmStatus(Kind kind) {
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  /**
   * Whether a call, or one file of it, with this status went as asked, or is under way; otherwise
   * it was refused, or the site has something to repair.
   */
  public boolean isAsAsked() {
    return kind != Kind.REFUSED;
  }

  /** The name on the wire, for example {@code SRM_INVALID_PATH}. */
  public String wireName() {
    return "SRM_" + name();
  }
}
