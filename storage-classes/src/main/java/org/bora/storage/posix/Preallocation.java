package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** Reserves space in the filesystem before the bytes arrive. */
final class Preallocation {
  private Preallocation() {}

  /**
   * Reserves room for these bytes in total, or NO_SPACE; without effect if the filesystem cannot.
   * The size of the file does not change.
   */
  static void take(CallFrame frame, Handle file, long bytes, Abilities abilities)
      throws StorageException {
    if (bytes == 0) {
      return;
    }
    look(frame, file, bytes);
    int taken = takeSpecially(frame, file, bytes, abilities);
    if (isImpossible(taken)) {
      do {
        taken = FileCalls.fallocate(frame, file.descriptor(), bytes);
      } while (taken == -Errno.EINTR);
    }
    if (!isImpossible(taken)) {
      file.check(taken, "preallocation");
    }
  }

  /**
   * Refuses what cannot be there. Filesystems find that out by taking all they have first, and for
   * that moment, and with ext4 until the file is removed, no other process can write.
   */
  private static void look(CallFrame frame, Handle file, long bytes) throws StorageException {
    MemorySegment buffer = StatCalls.volumeBuffer(frame);
    file.check(StatCalls.fstatvfs(frame, file.descriptor(), buffer), "fstatvfs");
    long available = StatCalls.readVolume(buffer).available();
    if (bytes > available && bytes - file.stat(frame).allocated() > available) {
      throw new StorageException(
          Reason.NO_SPACE,
          "no room for " + bytes + " bytes in '" + file.where() + "': there are " + available);
    }
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
