package org.bora.storage.quota;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.QuotaCalls;
import org.bora.storage.spi.SpaceFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/** The quota of the project that a directory belongs to, on XFS and ext4. */
final class ProjectReading implements SpaceReading {
  @Override
  public Optional<SpaceFacts> read(CallFrame frame, int directory) throws StorageException {
    long project = QuotaCalls.project(frame, directory);
    if (project <= 0) {
      // an error: a filesystem that knows no projects
      return Optional.empty();
    }
    MemorySegment buffer = QuotaCalls.quotaBuffer(frame);
    long asked = QuotaCalls.projectQuota(frame, directory, project, buffer);
    return switch ((int) -asked) {
      case 0 -> QuotaCalls.readQuota(buffer).space("project quota " + project);
      case Errno.EPERM, Errno.EACCES ->
          throw new StorageException(
              Reason.DENIED,
              "only a process with CAP_SYS_ADMIN may read the quota of project "
                  + project
                  + "; XFS and ext4 show it through space-source statvfs as well");
      case Errno.ENOSYS ->
          throw new StorageException(
              Reason.UNSUPPORTED,
              "project quotas are read with quotactl_fd, which needs Linux 5.14; XFS and ext4 show"
                  + " them through space-source statvfs as well");
      default -> Optional.empty();
    };
  }
}
