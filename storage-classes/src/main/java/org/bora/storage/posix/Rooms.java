package org.bora.storage.posix;

import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.spi.StorageException;

/** Takes room from the filesystem ahead of the bytes. */
final class Rooms {
  private Rooms() {}

  /** False where the filesystem cannot; the size of the file stays what it is. */
  static boolean take(CallFrame frame, Handle file, long bytes) throws StorageException {
    if (bytes == 0) {
      return true;
    }
    int taken;
    do {
      taken = FileCalls.fallocate(frame, file.descriptor(), bytes);
    } while (taken == -Errno.EINTR);
    if (taken == -Errno.EOPNOTSUPP || taken == -Errno.ENOSYS) {
      return false;
    }
    file.check(taken, "fallocate");
    return true;
  }
}
