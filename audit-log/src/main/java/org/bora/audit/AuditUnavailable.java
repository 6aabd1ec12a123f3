package org.bora.audit;

import java.io.Serial;

/** Lines cannot be written, and the site's settings require a line for each call. */
public final class AuditUnavailable extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Names the file and the remedy, for the log; clients get another text. */
  AuditUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
