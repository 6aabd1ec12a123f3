package org.bora.gridftp.copy;

/** Hears how far a copy is. Called by the thread that runs the copy; must not block. */
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
