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
  private final boolean begun;

  /**
   * @param message one sentence that a client may read: no class names, no physical paths
   */
  public BackendFailure(Kind kind, String message, Throwable cause) {
    this(kind, message, cause, true);
  }

  private BackendFailure(Kind kind, String message, Throwable cause, boolean begun) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.begun = begun;
  }

  /**
   * Of a backend that does nothing for anybody just now: whatever was asked may be asked of another
   * one.
   *
   * @param message as above
   */
  public static BackendFailure notBegun(String message) {
    return new BackendFailure(Kind.TRANSIENT, message, null, false);
  }

  /** False where it is certain that nothing was done. */
  public boolean mayHaveBegun() {
    return begun;
  }

  public Kind kind() {
    return kind;
  }
}
