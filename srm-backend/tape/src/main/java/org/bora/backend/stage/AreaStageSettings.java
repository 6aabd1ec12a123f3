package org.bora.backend.stage;

import java.util.Objects;

/**
 * Settings of the tape engines for one area.
 *
 * @param buffer used if files may leave the disk
 * @param putDone used if files go to tape
 * @param sha256 whether tape copies carry a SHA-256 beside the ADLER32 that all have
 */
public record AreaStageSettings(BufferSettings buffer, PutDoneAnswer putDone, boolean sha256) {

  /** When srmPutDone answers that the file is stored. */
  public enum PutDoneAnswer {
    /** As soon as it is safe on disk; the copy on tape comes later. */
    BEFORE_TAPE,
    /** When it is on tape and verified; until then the file is in progress. */
    AFTER_TAPE
  }

  public AreaStageSettings {
    Objects.requireNonNull(buffer, "buffer");
    Objects.requireNonNull(putDone, "putDone");
  }

  /** Answers before tape, ADLER32 alone. */
  public static AreaStageSettings defaults() {
    return new AreaStageSettings(BufferSettings.defaults(), PutDoneAnswer.BEFORE_TAPE, false);
  }
}
