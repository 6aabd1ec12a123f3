package org.bora.storage.posix;

import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.StorageException;

/**
 * The filesystem's own tape system: it removes the bytes of a file from disk and brings them back,
 * under the same name and inode. Thread safe.
 */
public interface Hsm {
  /** Identifies a file without opening it, because an open file cannot be released. */
  interface Target {}

  /**
   * Where the bytes of a file are.
   *
   * @param archived whether a copy of this content is in the archive
   * @param released whether only the archive has the bytes
   * @param lost whether the archive has lost its copy
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
