package org.bora.api.figures;

import java.util.Locale;
import org.bora.api.word.SrmStatus;

/** The result of a call, in the few classes that matter for thousands of calls. */
public enum CallResult {
  /** As asked. */
  DONE,
  /** Begun: its client asks again. */
  QUEUED,
  /** The client must ask otherwise, or may not. */
  REFUSED,
  /** No room, of the server or in the caller's share: the client is to come again. */
  BUSY,
  /** The site has something to repair. */
  FAILED;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** Of a call that was answered with this status. */
  public static CallResult of(SrmStatus status) {
    return switch (status.kind()) {
      case WELL, WITHOUT_FAULT -> DONE;
      case QUEUED, MOVING -> QUEUED;
      case REFUSED ->
          switch (status) {
            case NO_FREE_SPACE, INTERNAL_ERROR, FATAL_INTERNAL_ERROR, FILE_LOST -> FAILED;
            default -> REFUSED;
          };
    };
  }

  /** Its name where figures are read. */
  public String label() {
    return label;
  }
}
