package org.bora.backend.operation.copy;

import java.util.OptionalLong;

/** The target of a copy. For one thread; blocks. */
interface TargetSide {

  /**
   * Prepares a place to write to, and waits for it within the time of the copy.
   *
   * @param size of the file in bytes, if known
   */
  Opened open(OptionalLong size) throws CopyRefused, InterruptedException;

  /** Whether a failed transfer must remove its partial file, because no put does so. */
  boolean removePartial();

  /** The bytes are there: makes them the file. */
  void finish() throws CopyRefused;

  /** There will be no file: leaves no trace of it; never throws. */
  void undo();
}
