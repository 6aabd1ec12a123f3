package org.bora.backend.pin;

import java.util.EnumSet;
import java.util.Set;
import org.bora.api.word.SrmStatus;

/**
 * What a file waits for before it is pinned. The names are stored. A new reason needs a constant
 * here, and code that ends the wait: {@link DuePins} does for DEFERRED_START, the recalls of stage/
 * do for all about tape.
 */
public enum WaitReason {
  /** The time that the client named (deferredStartTime of srmBringOnline) is still to come. */
  DEFERRED_START(SrmStatus.REQUEST_QUEUED, "the start is deferred"),
  /** It is on tape, and in line. */
  TAPE(SrmStatus.REQUEST_QUEUED, "the file is on tape and waits for its turn"),
  /** It is on tape, and there is no room on disk. */
  ROOM(SrmStatus.REQUEST_QUEUED, "the file is on tape and waits for room on disk"),
  /** It is on tape, on a volume that cannot be used at present. */
  VOLUME(SrmStatus.REQUEST_QUEUED, "the file is on a tape that is not available at present"),
  /** The file is on tape; the tape system has failed, and the recall will be repeated. */
  DRIVE(SrmStatus.REQUEST_QUEUED, "the file is on tape; reading failed and is tried again"),
  /** The tape system is at the batch that it is in. */
  RECALL(SrmStatus.REQUEST_INPROGRESS, "the file is being read from tape");

  private static final Set<WaitReason> ABOUT_TAPE = EnumSet.of(TAPE, ROOM, VOLUME, DRIVE, RECALL);

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

  /** Whether it ends when the file is back from tape. */
  public boolean isAboutTape() {
    return ABOUT_TAPE.contains(this);
  }
}
