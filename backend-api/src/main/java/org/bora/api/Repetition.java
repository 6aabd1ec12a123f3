package org.bora.api;

/** Whether a call may be repeated at another backend if the first one did not answer. */
public enum Repetition {
  /** Repeating it changes nothing. */
  ALWAYS,
  /** The same, but the backend is told that another one may have done it. */
  IF_TOLD,
  /**
   * At most one backend begins it, because it begins or ends something. Another backend is tried
   * only if it is certain that nothing was begun.
   */
  NEVER
}
