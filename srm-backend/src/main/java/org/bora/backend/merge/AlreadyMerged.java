package org.bora.backend.merge;

import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/**
 * Another file is being made, or was made, of the same parts. Thrown inside a transaction, which
 * must end with it.
 */
public final class AlreadyMerged extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final UUID upload;
  private final boolean stored;

  AlreadyMerged(UUID upload, boolean stored) {
    super("the parts of upload " + upload + " belong to another file");
    this.upload = upload;
    this.stored = stored;
  }

  /** The upload of the file that cannot be made. */
  public UUID upload() {
    return upload;
  }

  public ReturnStatus status() {
    return stored
        ? ReturnStatus.of(SrmStatus.FILE_LIFETIME_EXPIRED, "a file was made of these parts already")
        : ReturnStatus.of(SrmStatus.FILE_BUSY, "a file is being made of these parts");
  }
}
