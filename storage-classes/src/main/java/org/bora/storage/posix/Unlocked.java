package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.spi.StorageException;

/**
 * A file of mode 000 whose owner gets access for a moment. The kernel lets a process without
 * privilege neither open it nor see its attributes, although it may change its mode. A privileged
 * process does not need this. In that moment other processes of the same account can open the file
 * too, and after a crash in that moment the file stays readable for that account.
 */
final class Unlocked implements AutoCloseable {
  private static final int OWNER_ONLY = 0600;
  private static final int PERMISSIONS = 0777;

  /** Another thread or process may lock it again before we have looked. */
  private static final int ATTEMPTS = 100;

  private static final long READING = Uploads.FILE & ~Flags.O_NOFOLLOW;

  private final CallFrame frame;
  private final Handle file;

  private Unlocked(CallFrame frame, Handle file) {
    this.frame = frame;
    this.file = file;
  }

  /** The work with the open file. */
  @FunctionalInterface
  interface Work<T> {
    T on(Handle file) throws StorageException;
  }

  /** getxattr(2), also of a file of mode 000 that belongs to the process. */
  static long get(CallFrame frame, Handle file, String name, MemorySegment into)
      throws StorageException {
    long length = AttributeCalls.get(frame, file.descriptor(), name, into);
    for (int attempt = 0; attempt < ATTEMPTS && length == -Errno.EACCES; attempt++) {
      if (!isLocked(frame, file) || unlock(frame, file) < 0) {
        return length;
      }
      try (Unlocked open = new Unlocked(frame, file)) {
        length = AttributeCalls.get(frame, open.file.descriptor(), name, into);
      }
    }
    return length;
  }

  /** Opens a file to read it, to write its attributes and to sync it. */
  static <T> T with(CallFrame frame, Handle directory, String path, Work<T> work)
      throws StorageException {
    int opened = directory.tryOpen(frame, path, Uploads.FILE, 0);
    if (opened >= 0) {
      try (Handle file = new Handle(opened, path)) {
        return work.on(file);
      }
    }
    if (opened != -Errno.EACCES) {
      throw Failures.ofOpen(opened, path);
    }
    try (Handle entry = directory.open(frame, path, Root.ENTRY)) {
      return with(frame, entry, work);
    }
  }

  /** The same for an entry that is held already. */
  static <T> T with(CallFrame frame, Handle entry, Work<T> work) throws StorageException {
    int opened = FileCalls.reopen(frame, entry.descriptor(), READING);
    if (opened >= 0) {
      try (Handle file = new Handle(opened, entry.where())) {
        return work.on(file);
      }
    }
    if (opened != -Errno.EACCES || !isLocked(frame, entry) || unlock(frame, entry) < 0) {
      throw Failures.ofOpen(opened, entry.where());
    }
    try (Unlocked open = new Unlocked(frame, entry);
        Handle file = open.file.reopen(frame, READING)) {
      return work.on(file);
    }
  }

  private static boolean isLocked(CallFrame frame, Handle file) throws StorageException {
    var stat = file.stat(frame);
    int permissions = stat.permissions() & PERMISSIONS;
    // another thread may have unlocked it
    return stat.isFile() && (permissions == 0 || permissions == OWNER_ONLY);
  }

  private static int unlock(CallFrame frame, Handle file) {
    return NameCalls.chmodHeld(frame, file.descriptor(), OWNER_ONLY);
  }

  @Override
  public void close() {
    // fails only where the file is no longer ours: then it is not ours to lock either
    int ignored = NameCalls.chmodHeld(frame, file.descriptor(), 0);
  }
}
