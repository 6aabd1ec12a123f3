package org.bora.storage.lustre;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.LustreLibrary;
import org.bora.storage.linux.QuotaCalls;
import org.bora.storage.quota.SpaceReading;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The quota of the project that a directory belongs to, from the servers of Lustre.
 *
 * @param library that is asked
 * @param root of the area
 */
record LustreProjectReading(LustreLibrary library, String root) implements SpaceReading {
  @Override
  public Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException {
    long project = QuotaCalls.project(frame, directory);
    if (project <= 0) {
      // an error: servers before Lustre 2.10 know no projects
      return Optional.empty();
    }
    MemorySegment quota = LustreLibrary.quotaBuffer(frame);
    int asked = library.projectQuota(frame, root, project, quota);
    return switch (-asked) {
      case 0 -> LustreLibrary.readQuota(quota).space("project quota " + project);
      case Errno.EPERM, Errno.EACCES ->
          throw new StorageException(
              Reason.DENIED, "the quota of project " + project + " is for root alone to read");
      default -> Optional.empty();
    };
  }
}
