package org.bora.api;

import java.util.Objects;

/** A call that could not be answered for a reason that is not the caller's. */
public final class BackendFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What a client may expect of trying again. */
  public enum Kind {
    /** A moment's trouble: the same call may succeed (SRM_INTERNAL_ERROR, which clients retry). */
    TRANSIENT,
    /**
     * The deadline passed before the answer was there; what was begun is undone or goes on safely.
     */
    TIMED_OUT,
    /** Trying again will not help (SRM_FATAL_INTERNAL_ERROR). */
    PERMANENT
  }

  private final Kind kind;

  /**
   * @param message one sentence that a client may read: no class names, no physical paths
   */
  public BackendFailure(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
  }

  public Kind kind() {
    return kind;
  }
}
