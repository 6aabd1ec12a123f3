package org.bora.backend.operation.copy;

import java.util.OptionalLong;

/** Where a copy writes. Used by one thread; blocks. */
interface TargetSide {

  /**
   * Has a place made to write to; waits for it as long as the copy may.
   *
   * @param size that is to come in bytes, where it is known
   */
  Opened open(OptionalLong size) throws CopyRefused, InterruptedException;

  /** Whether a transfer that fails has to remove what it wrote, because no put does. */
  boolean removePartial();

  /** The bytes are there: makes them the file. */
  void finish() throws CopyRefused;

  /** There will be no file: leaves no trace of it; never throws. */
  void undo();
}
