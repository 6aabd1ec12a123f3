package org.bora.backend.outcome;

import org.bora.api.word.SrmStatus;

/** Whose responsibility a status is. */
public enum Outcome {
  /** As asked, or under way. */
  DONE,
  /** The client must ask otherwise, later or not at all. */
  REFUSED,
  /** The site has something to repair. */
  FAULT;

  /** Of a whole call, or of one file of it. */
  public static Outcome of(SrmStatus status) {
    if (status.isAsAsked()) {
      return DONE;
    }
    return switch (status) {
      case NO_FREE_SPACE, INTERNAL_ERROR, FATAL_INTERNAL_ERROR, FILE_LOST -> FAULT;
      default -> REFUSED;
    };
  }
}
