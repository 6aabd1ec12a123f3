package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.spi.StorageException;

/** Renames entries within the area. */
final class Renames {
  /** Each further one needs another process to replace the old name at the very moment. */
  private static final int ATTEMPTS = 100;

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
   * As {@link #fresh}, of a file under a hidden name: no other process puts anything there that
   * could be lost.
   */
  static int freshFromHidden(CallFrame frame, Place from, Place to) throws StorageException {
    int outcome =
        NameCalls.renameNoReplace(
            frame,
            from.directory().descriptor(),
            from.name(),
            to.directory().descriptor(),
            to.name());
    return outcome == -Errno.EINVAL ? hiddenByLink(frame, from, to) : outcome;
  }

  /**
   * For filesystems without RENAME_NOREPLACE (GPFS and NFS among them): the second name is created
   * first, and fails if it exists. A crash between the two leaves the file under both names until
   * the move is settled.
   *
   * <p>A directory cannot have two names. Between the check and the rename another process may
   * create an empty directory there, which is then replaced without loss.
   */
  static int freshByLink(CallFrame frame, Place from, Place to) throws StorageException {
    return freshByLink(frame, from, to, () -> {});
  }

  /**
   * The same.
   *
   * @param linked runs while the file has both names
   */
  static int freshByLink(CallFrame frame, Place from, Place to, Runnable linked)
      throws StorageException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int opened = from.directory().tryOpen(frame, from.name(), Root.ENTRY, 0);
      if (opened < 0) {
        return opened;
      }
      try (Handle file = new Handle(opened, from.name())) {
        if (file.stat(frame).isDirectory()) {
          return directory(frame, from, to);
        }
        int moved = byLink(frame, file, from, to, linked);
        if (moved != -Errno.ENOENT || file.stat(frame).links() > 0) {
          return moved;
        }
        // the file that was opened has lost its last name: another one may have it by now
      }
    }
    return -Errno.EBUSY;
  }

  private static int directory(CallFrame frame, Place from, Place to) {
    MemorySegment buffer = StatCalls.buffer(frame);
    int taken = StatCalls.statx(frame, to.directory().descriptor(), to.name(), buffer);
    return taken >= 0 ? -Errno.EEXIST : replacing(frame, from, to);
  }

  /** The old name goes only where it still means the file that got the new one. */
  private static int byLink(CallFrame frame, Handle file, Place from, Place to, Runnable linked)
      throws StorageException {
    long inode = file.stat(frame).inode();
    // first, because it can fail for want of room
    try (Capture cell = Capture.ofMoved(frame, from.directory(), inode)) {
      int made =
          NameCalls.linkHeld(frame, file.descriptor(), to.directory().descriptor(), to.name());
      if (made < 0) {
        return made;
      }
      linked.run();
      // the old name never goes before the new one is on stable storage
      to.directory().sync(frame);
      if (!cell.take(from.name())) {
        return 0;
      }
      boolean same;
      try (Handle taken = cell.open()) {
        same = taken.stat(frame).inode() == inode;
      }
      if (same) {
        cell.remove();
      } else {
        cell.giveBack();
      }
      return 0;
    }
  }

  private static int hiddenByLink(CallFrame frame, Place from, Place to) throws StorageException {
    MemorySegment buffer = StatCalls.buffer(frame);
    int fromDirectory = from.directory().descriptor();
    int found = StatCalls.statx(frame, fromDirectory, from.name(), buffer);
    if (found < 0) {
      return found;
    }
    if (StatCalls.read(buffer).isDirectory()) {
      return directory(frame, from, to);
    }
    int linked =
        NameCalls.linkat(frame, fromDirectory, from.name(), to.directory().descriptor(), to.name());
    return linked < 0 ? linked : NameCalls.unlinkat(frame, fromDirectory, from.name(), 0);
  }
}
