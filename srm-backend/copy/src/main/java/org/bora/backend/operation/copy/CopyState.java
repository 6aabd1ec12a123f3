package org.bora.backend.operation.copy;

/** The state of a file of a copy. The names are stored in the database. */
enum CopyState {
  /** Waits for its turn at the backend that has the credential. */
  QUEUED,
  /** Its backend is at it. */
  RUNNING,
  /** It is at its target. */
  DONE,
  /** Its owner does not want it any more. */
  ABORTED,
  /** The file was not copied, and the row has the reason. */
  FAILED;

  /** Whether nothing changes any more. */
  boolean isTerminal() {
    return this != QUEUED && this != RUNNING;
  }
}
