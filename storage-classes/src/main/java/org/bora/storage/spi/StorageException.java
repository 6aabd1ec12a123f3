package org.bora.storage.spi;

import java.io.IOException;
import java.util.Objects;

/**
 * Why a filesystem operation failed. It has a stack trace only for unexpected failures ({@link
 * Reason#IO}): each put finds free names by several failing calls, and a stack trace costs more
 * than the system call (docs/adr/0028).
 */
public final class StorageException extends IOException {
  private static final long serialVersionUID = 1L;

  /** The cases that callers tell apart. */
  public enum Reason {
    /** No such entry, or a parent of it is missing. */
    MISSING,
    EXISTS,
    NOT_EMPTY,
    NOT_A_DIRECTORY,
    IS_A_DIRECTORY,
    /** The filesystem refused the rights. */
    DENIED,
    /** A link leads out of the area, or through a magic link, or in a circle. */
    ESCAPES,
    NAME_TOO_LONG,
    NO_SPACE,
    QUOTA,
    READ_ONLY,
    /** Another use of the entry forbids it now. */
    BUSY,
    /** Another file than the one that the caller checked has the name; it was not changed. */
    CHANGED,
    /** The bytes differ from those that were stored: checksum or size is wrong. */
    DAMAGED,
    /** The operation is not possible on this filesystem. */
    UNSUPPORTED,
    /** The filesystem hangs, and was not asked. */
    SILENT,
    /** This process must not use the area: its root or its settings are not the area's. */
    WITHHELD,
    /** Anything else: a disk, network or memory error. */
    IO
  }

  private final Reason reason;

  /**
   * @param message names the area-relative path and the call that failed, for the log
   */
  public StorageException(Reason reason, String message) {
    super(message);
    this.reason = Objects.requireNonNull(reason, "reason");
    if (reason == Reason.IO) {
      super.fillInStackTrace();
    }
  }

  /** Called while it is made, before it has a reason. */
  @Override
  public Throwable fillInStackTrace() {
    return this;
  }

  /** Whether nothing in the area was asked at all: it hangs, or this process must not use it. */
  public boolean isOfArea() {
    return reason == Reason.SILENT || reason == Reason.WITHHELD;
  }

  public Reason reason() {
    return reason;
  }
}
