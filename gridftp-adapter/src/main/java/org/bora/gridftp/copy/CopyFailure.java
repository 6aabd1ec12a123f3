package org.bora.gridftp.copy;

import org.bora.gridftp.copy.CopyEnd.Blame;

/** Ends a copy from within its steps. The copy converts it to {@link CopyEnd.Failed}. */
final class CopyFailure extends Exception {

  private static final long serialVersionUID = 1;

  private final Blame blame;

  CopyFailure(Blame blame, String reason) {
    super(reason);
    this.blame = blame;
  }

  CopyFailure(Blame blame, String reason, Throwable cause) {
    super(reason, cause);
    this.blame = blame;
  }

  Blame blame() {
    return blame;
  }
}
