package org.bora.storage.gpfs;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.GpfsLibrary;
import org.bora.storage.quota.SpaceReading;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The quota of the fileset that a directory lies in.
 *
 * @param library that is asked
 */
record FilesetReading(GpfsLibrary library) implements SpaceReading {
  @Override
  public Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException {
    MemorySegment named = GpfsLibrary.nameBuffer(frame);
    check(library.filesetName(frame, directory, named), "the name of the fileset");
    String name = GpfsLibrary.readName(named);
    int fileset = library.filesetId(frame, directory, name);
    check(fileset, "the number of fileset " + name);
    MemorySegment quota = GpfsLibrary.quotaBuffer(frame);
    int asked = library.filesetQuota(frame, directory, fileset, quota);
    if (asked == -Errno.ENOENT || asked == -Errno.EOPNOTSUPP || asked == -GpfsLibrary.NO_QUOTAS) {
      return Optional.empty();
    }
    check(asked, "the quota of fileset " + name);
    return GpfsLibrary.readQuota(quota).space("quota of fileset " + name);
  }

  private static void check(int outcome, String what) throws StorageException {
    switch (-outcome) {
      case Errno.EPERM, Errno.EACCES ->
          throw new StorageException(
              Reason.DENIED, what + " is for root alone to read: " + Errno.name(-outcome));
      default -> {
        if (outcome < 0) {
          throw new StorageException(
              Reason.UNSUPPORTED,
              "GPFS does not tell " + what + " (" + Errno.name(-outcome) + "); is this GPFS?");
        }
      }
    }
  }
}
