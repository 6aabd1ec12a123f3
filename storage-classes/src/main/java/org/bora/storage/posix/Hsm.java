package org.bora.storage.posix;

import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.StorageException;

/**
 * A tape system that the filesystem has itself: it takes the bytes of a file away and brings them
 * back in place, under the same name and inode. Any number of threads call at once.
 */
public interface Hsm {
  /** What stands for a file that is not open: an open one cannot be released. */
  interface Target {}

  /**
   * Where the bytes of a file are.
   *
   * @param archived a copy of this content is in the archive
   * @param released the archive alone has the bytes
   * @param lost the archive has lost its copy
   */
  record State(boolean archived, boolean released, boolean lost) {}

  /** The state of a file that is really open. */
  State state(CallFrame frame, int file) throws StorageException;

  Target target(CallFrame frame, int file) throws StorageException;

  /** Asks for a copy; it is written later. */
  int archive(CallFrame frame, Target target);

  /** Takes the bytes away; a negated error number where that is not possible now. */
  int release(CallFrame frame, Target target);

  /** Asks for the bytes; they come later. */
  int restore(CallFrame frame, Target target);
}
