package org.bora.backend.operation.copy;

/** Where one file of a copy stands. The names are stored. */
enum CopyState {
  /** Waits for its turn at the backend that has the credential. */
  QUEUED,
  /** Its backend is at it. */
  RUNNING,
  /** It is at its target. */
  DONE,
  /** Its owner does not want it any more. */
  ABORTED,
  /** It is not at its target, and a reason is told. */
  FAILED;

  /** Whether nothing changes any more. */
  boolean isTerminal() {
    return this != QUEUED && this != RUNNING;
  }
}
