package org.bora.backend.operation.copy;

/** The source of a copy. For one thread; blocks. */
interface SourceSide {

  /** Has the file made readable; waits for it as long as the copy may. */
  Opened open() throws CopyRefused, InterruptedException;

  /** Gives back what {@link #open} took, whatever became of the copy; never throws. */
  void close();
}
