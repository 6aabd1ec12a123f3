package org.bora.storage.posix;

import java.util.concurrent.locks.LockSupport;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.LockCalls;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Excludes two operations on one directory from each other: writing a note to it, and removing it
 * because it has no note. rmdir(2) does not know notes, so both lock the open directory (flock(2))
 * and check that it still has its name. A process that hangs in between keeps the other out, and
 * the kernel releases the lock when a process ends. If a filesystem has no such locks, or only
 * local ones, a removal that hangs right before the system call does not see a note written
 * meanwhile by another host.
 */
final class DirectoryClaim {
  /** A holder syncs one directory. */
  private static final int ATTEMPTS = 100;

  private static final long BETWEEN_NANOS = 10_000_000;

  private DirectoryClaim() {}

  /**
   * Locks a directory until it is closed.
   *
   * @param name that it was opened by, beneath {@code from}
   * @throws StorageException BUSY where another one has it, MISSING where it lost its name
   */
  static void take(CallFrame frame, Handle from, String name, Handle directory)
      throws StorageException {
    int locked = LockCalls.tryExclusive(frame, directory.descriptor());
    for (int attempt = 0; attempt < ATTEMPTS && locked == -Errno.EAGAIN; attempt++) {
      LockSupport.parkNanos(BETWEEN_NANOS);
      locked = LockCalls.tryExclusive(frame, directory.descriptor());
    }
    if (locked == -Errno.EAGAIN) {
      throw new StorageException(
          Reason.BUSY, "'" + name + "' is being removed, or a note is put on it");
    }
    try (Handle now = from.open(frame, name, Root.ENTRY)) {
      if (!now.place(frame).equals(directory.place(frame))) {
        throw new StorageException(Reason.MISSING, "'" + name + "' is another directory now");
      }
    }
  }

  /**
   * Removes an empty directory that does not have a note.
   *
   * @return false if it has the note, and therefore stays
   */
  static boolean remove(CallFrame frame, Root root, AreaPath path, String note)
      throws StorageException {
    try (Handle parent = root.openParent(frame, path, Root.SYNC)) {
      try (Handle directory = parent.open(frame, path.name(), Root.SYNC | Flags.O_NOFOLLOW)) {
        take(frame, parent, path.name(), directory);
        if (Notes.read(frame, directory, directory.stat(frame), note).isPresent()) {
          return false;
        }
        EntryRemovals.directory(frame, parent, path);
      }
      parent.sync(frame);
      return true;
    }
  }
}
