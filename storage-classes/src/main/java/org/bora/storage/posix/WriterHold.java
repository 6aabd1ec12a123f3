package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.LockCalls;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.QuotaCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;

/**
 * Detects whether the process that writes an upload still exists. The writer locks the hidden file,
 * and the kernel releases the lock when the process ends. The sticky bit, which has no other
 * meaning for a file, says that a lock is expected: it is set at the beginning of an upload whose
 * writer has announced a lock, or by the writer itself. It is cleared right before the file is
 * published, so no published file has it.
 *
 * <p>This works only if all hosts that mount the area see each other's locks. Otherwise no bit is
 * set, and an upload without a writer ends with its lease.
 */
final class WriterHold {
  /** Filesystems of one machine, by their magic numbers: ext4, xfs, btrfs, tmpfs, zfs, overlay. */
  private static final Set<Long> LOCAL =
      Set.of(0xEF53L, 0x58465342L, 0x9123683EL, 0x01021994L, 0x2FC12FC1L, 0x794C7630L);

  private static final long GPFS = 0x47504653L;
  private static final long LUSTRE = 0x0BD00BD0L;

  private static final Path MOUNTS = Path.of("/proc/self/mounts");

  private WriterHold() {}

  /**
   * Holds a hidden file that is open for writing.
   *
   * @return whether that could be done; the upload ends by its lease otherwise
   */
  static boolean take(CallFrame frame, Root root, Handle file) throws StorageException {
    boolean locked =
        sharesLocks(frame, root, file) && LockCalls.tryWriteLock(frame, file.descriptor()) == 0;
    int mode = file.stat(frame).permissions();
    if (locked == ((mode & Upload.HELD) != 0)) {
      return locked;
    }
    int marked = FileCalls.fchmod(frame, file.descriptor(), mode ^ Upload.HELD);
    if (marked < 0 && !locked) {
      // it would look abandoned
      file.check(marked, "fchmod");
    }
    return locked && marked == 0;
  }

  /**
   * Takes the mark from a file that is about to be published.
   *
   * @param file any descriptor will do, also one opened with O_PATH
   */
  static void release(CallFrame frame, Handle file, Stat stat) throws StorageException {
    if ((stat.permissions() & Upload.HELD) != 0) {
      int mode = stat.permissions() & ~Upload.HELD;
      file.check(NameCalls.chmodHeld(frame, file.descriptor(), mode), "chmod");
    }
  }

  /**
   * Whether the writer of this file is gone.
   *
   * @param young whether its writer may have yet to come
   */
  static boolean isAbandoned(CallFrame frame, Root root, Handle file, boolean young)
      throws StorageException {
    Stat stat = file.stat(frame);
    return stat.isFile()
        && (stat.permissions() & Upload.HELD) != 0
        && !(young && stat.size() == 0)
        && sharesLocks(frame, root, file)
        && LockCalls.isWriteLocked(frame, file.descriptor()) == 0;
  }

  /** Whether no other machine can have this file open. */
  static boolean isLocal(CallFrame frame, Handle file) {
    return LOCAL.contains(QuotaCalls.filesystem(frame, file.descriptor()));
  }

  /** The file itself is queried, because another filesystem may be mounted below the root. */
  static boolean sharesLocks(CallFrame frame, Root root, Handle file) {
    long magic = QuotaCalls.filesystem(frame, file.descriptor());
    if (magic == LUSTRE) {
      return magic == QuotaCalls.filesystem(frame, root.handle().descriptor())
          && lustreSharesLocks(mounts(), root.physical());
    }
    return magic == GPFS || LOCAL.contains(magic);
  }

  private static List<String> mounts() {
    try {
      return Files.readAllLines(MOUNTS);
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * Whether Lustre was mounted with the option {@code flock}. With {@code localflock} a host sees
   * its own locks alone; with neither there are none.
   *
   * @param mounts lines of {@code /proc/mounts}: device, directory, type, options
   */
  static boolean lustreSharesLocks(List<String> mounts, String physical) {
    String best = "";
    boolean shares = false;
    for (String line : mounts) {
      String[] words = line.split(" ", -1);
      if (words.length > 3
          && words[2].equals("lustre")
          && (physical + "/").startsWith(words[1] + "/")
          && words[1].length() >= best.length()) {
        best = words[1];
        shares = List.of(words[3].split(",", -1)).contains("flock");
      }
    }
    return shares;
  }
}
