package org.bora.storage.posix;

import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.spi.StorageException;

/** Takes room from the filesystem ahead of the bytes. */
final class Rooms {
  private Rooms() {}

  /** False where the filesystem cannot; the size of the file stays what it is. */
  static boolean take(CallFrame frame, Handle file, long bytes, Abilities abilities)
      throws StorageException {
    if (bytes == 0) {
      return true;
    }
    int taken = takeSpecially(frame, file, bytes, abilities);
    if (isImpossible(taken)) {
      do {
        taken = FileCalls.fallocate(frame, file.descriptor(), bytes);
      } while (taken == -Errno.EINTR);
    }
    if (isImpossible(taken)) {
      return false;
    }
    file.check(taken, "preallocation");
    return true;
  }

  private static int takeSpecially(CallFrame frame, Handle file, long bytes, Abilities abilities)
      throws StorageException {
    long size = file.stat(frame).size();
    int taken = abilities.takeRoom(frame, file.descriptor(), bytes);
    if (taken >= 0 && file.stat(frame).size() != size) {
      // trailing zeros would be taken for data; that there is room is known at least
      file.check(FileCalls.ftruncate(frame, file.descriptor(), size), "ftruncate");
    }
    return taken;
  }

  private static boolean isImpossible(int outcome) {
    return outcome == -Errno.EOPNOTSUPP || outcome == -Errno.ENOSYS;
  }
}
