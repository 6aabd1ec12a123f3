package org.bora.backend.pin;

import org.bora.api.word.SrmStatus;

/**
 * What a file that is not pinned yet waits for. The names are stored. Another reason to wait needs
 * a constant here, and someone who ends that waiting: {@link DuePins} does for DEFERRED_START.
 */
public enum WaitReason {
  /** The time that the client named (deferredStartTime of srmBringOnline) is still to come. */
  DEFERRED_START(SrmStatus.REQUEST_QUEUED, "the start is deferred");

  private final SrmStatus status;
  private final String explanation;

  WaitReason(SrmStatus status, String explanation) {
    this.status = status;
    this.explanation = explanation;
  }

  /** SRM_REQUEST_QUEUED while nothing is done, SRM_REQUEST_INPROGRESS once something is. */
  SrmStatus status() {
    return status;
  }

  String explanation() {
    return explanation;
  }
}
