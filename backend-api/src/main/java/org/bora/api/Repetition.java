package org.bora.api;

/** Whether a call may be repeated at another backend if the first one did not answer. */
public enum Repetition {
  /** Repeating it changes nothing. */
  ALWAYS,
  /** The same where the backend is told that another one may have done it before. */
  IF_TOLD,
  /**
   * At most one backend gets to begin it: it begins or ends something. Another one is asked only
   * where it is certain that nothing was begun.
   */
  NEVER
}
