package org.bora.gridftp.copy;

/** Receives the progress of a copy, on the thread that runs the copy. Must not block. */
@FunctionalInterface
public interface CopyProgress {

  /**
   * More has arrived, or the size is known now.
   *
   * @param bytes that are at the target
   * @param size of the file, in bytes
   */
  void arrived(long bytes, long size);
}
