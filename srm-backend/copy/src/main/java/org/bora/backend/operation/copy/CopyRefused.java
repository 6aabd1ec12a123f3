package org.bora.backend.operation.copy;

import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/** Ends a copy from within its steps. {@link CopyRun} stores it as the state of the row. */
final class CopyRefused extends Exception {
  private static final long serialVersionUID = 1L;

  private final ReturnStatus status;

  CopyRefused(ReturnStatus status) {
    super(status.explanation());
    this.status = status;
  }

  CopyRefused(SrmStatus code, String reason) {
    this(ReturnStatus.of(code, reason));
  }

  static CopyRefused stopped() {
    return new CopyRefused(SrmStatus.ABORTED, "the copy was stopped");
  }

  ReturnStatus status() {
    return status;
  }
}
