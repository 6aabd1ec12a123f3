package org.bora.audit;

import java.io.Serial;

/** Lines cannot be written, and the site wants no call done or answered without them. */
public final class AuditUnavailable extends RuntimeException {

  @Serial private static final long serialVersionUID = 1L;

  /** Names the file and what to do, for the log; clients are told something else. */
  AuditUnavailable(String message, Throwable cause) {
    super(message, cause);
  }
}
