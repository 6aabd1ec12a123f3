package org.bora.backend.merge;

import java.util.UUID;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;

/** The parts cannot be combined. Thrown inside a transaction, which must end with it. */
public final class MergeRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final UUID upload;
  private final SrmStatus code;

  private MergeRefused(UUID upload, SrmStatus code, String reason) {
    super(reason);
    this.upload = upload;
    this.code = code;
  }

  /** Not the status of an expired put, which could be begun again. */
  static MergeRefused made(UUID upload) {
    return new MergeRefused(upload, SrmStatus.FILE_LOST, "a file was made of these parts already");
  }

  static MergeRefused beingMade(UUID upload) {
    return new MergeRefused(upload, SrmStatus.FILE_BUSY, "a file is being made of these parts");
  }

  static MergeRefused ofOthers(UUID upload) {
    return new MergeRefused(
        upload,
        SrmStatus.AUTHORIZATION_FAILURE,
        "parts that others have sent would go: the rules do not let this caller remove them");
  }

  /** The upload of the file that cannot be made. */
  public UUID upload() {
    return upload;
  }

  public ReturnStatus status() {
    return ReturnStatus.of(code, getMessage());
  }
}
