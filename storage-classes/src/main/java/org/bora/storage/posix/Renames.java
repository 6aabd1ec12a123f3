package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.spi.StorageException;

/** Gives an entry another name in the area. */
final class Renames {
  private Renames() {}

  /** A name in an open directory. */
  record Place(Handle directory, String name) {}

  /** Renames over whatever file or link is there. */
  static int replacing(CallFrame frame, Place from, Place to) {
    return NameCalls.renameat(
        frame, from.directory().descriptor(), from.name(), to.directory().descriptor(), to.name());
  }

  /** Renames where nothing is; EEXIST otherwise. */
  static int fresh(CallFrame frame, Place from, Place to) throws StorageException {
    int outcome =
        NameCalls.renameNoReplace(
            frame,
            from.directory().descriptor(),
            from.name(),
            to.directory().descriptor(),
            to.name());
    // EINVAL also means a directory into itself, which the other way answers likewise
    return outcome == -Errno.EINVAL ? freshByLink(frame, from, to) : outcome;
  }

  /** Two entries take each other's name; EINVAL where the filesystem cannot. */
  static int exchanging(CallFrame frame, Place one, Place other) {
    return NameCalls.renameExchange(
        frame,
        one.directory().descriptor(),
        one.name(),
        other.directory().descriptor(),
        other.name());
  }

  /**
   * For filesystems without RENAME_NOREPLACE (GPFS and NFS among them). A file gets a second name,
   * which fails where one is, and loses its first: a crash between the two leaves it under both. A
   * directory cannot have two names; between the look and the rename another process may make an
   * empty directory there, which is then replaced, and nothing is lost.
   */
  static int freshByLink(CallFrame frame, Place from, Place to) throws StorageException {
    MemorySegment buffer = StatCalls.buffer(frame);
    int fromDirectory = from.directory().descriptor();
    int found = StatCalls.statx(frame, fromDirectory, from.name(), buffer);
    if (found < 0) {
      return found;
    }
    if (StatCalls.read(buffer).isDirectory()) {
      int taken = StatCalls.statx(frame, to.directory().descriptor(), to.name(), buffer);
      return taken >= 0 ? -Errno.EEXIST : replacing(frame, from, to);
    }
    int linked =
        NameCalls.linkat(frame, fromDirectory, from.name(), to.directory().descriptor(), to.name());
    return linked < 0 ? linked : NameCalls.unlinkat(frame, fromDirectory, from.name(), 0);
  }
}
