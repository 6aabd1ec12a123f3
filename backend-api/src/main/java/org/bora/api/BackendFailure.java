package org.bora.api;

import java.util.Objects;

/** A call that failed for a reason that is not the caller's fault. */
public final class BackendFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Whether the client should try again. */
  public enum Kind {
    /** A moment's trouble: the same call may succeed (SRM_INTERNAL_ERROR, which clients retry). */
    TRANSIENT,
    /** The deadline passed before the answer; work that was begun is undone or continues safely. */
    TIMED_OUT,
    /** Trying again will not help (SRM_FATAL_INTERNAL_ERROR). */
    PERMANENT
  }

  private final Kind kind;
  private final Progress progress;

  /** What is known about the work when the failure is reported. */
  private enum Progress {
    NOT_BEGUN,
    PERHAPS_BEGUN,
    HANGS_IN_STORAGE
  }

  /**
   * @param message one sentence that a client may read: no class names, no physical paths
   */
  public BackendFailure(Kind kind, String message, Throwable cause) {
    this(kind, message, cause, Progress.PERHAPS_BEGUN);
  }

  private BackendFailure(Kind kind, String message, Throwable cause, Progress progress) {
    super(message, cause);
    this.kind = Objects.requireNonNull(kind, "kind");
    this.progress = progress;
  }

  /**
   * A backend that accepts no calls at present: every operation may be sent to another backend.
   *
   * @param message as above
   */
  public static BackendFailure notBegun(String message) {
    return notBegun(message, null);
  }

  /** The same, with its cause. */
  public static BackendFailure notBegun(String message, Throwable cause) {
    return new BackendFailure(Kind.TRANSIENT, message, cause, Progress.NOT_BEGUN);
  }

  /**
   * Of storage that does not answer, behind a backend that does: the same backend is not to be
   * asked once more, and another one may find that it does not answer there either.
   */
  public static BackendFailure ofSilentStorage() {
    return new BackendFailure(
        Kind.TRANSIENT,
        "the storage of this area does not answer, try again",
        null,
        Progress.HANGS_IN_STORAGE);
  }

  /** Whether it is storage that does not answer. */
  public boolean isOfSilentStorage() {
    return progress == Progress.HANGS_IN_STORAGE;
  }

  /** False if it is certain that nothing was done. */
  public boolean mayHaveBegun() {
    return progress != Progress.NOT_BEGUN;
  }

  public Kind kind() {
    return kind;
  }
}
