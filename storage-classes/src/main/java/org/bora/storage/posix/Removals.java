package org.bora.storage.posix;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.Removal;
import org.bora.storage.spi.StorageException;

/**
 * Removes entries of one directory and syncs that directory once. Without the sync a power failure
 * brings back names whose bytes, tape copies and books the caller gives up next.
 */
final class Removals {
  private Removals() {}

  /** Removes one entry, for good. */
  static void one(CallFrame frame, Root root, AreaPath path, boolean directory)
      throws StorageException {
    try (Handle parent = root.openParent(frame, path, Root.SYNC)) {
      int removed = unlink(frame, parent, new Removal(path.name(), directory));
      if (removed < 0) {
        throw Failures.of(removed, "unlinkat", path);
      }
      parent.sync(frame);
    }
  }

  /** Removes what can be removed, for good. Returns why the other entries stay, by their names. */
  static Map<String, StorageException> several(
      CallFrame frame, Root root, AreaPath directory, List<Removal> entries)
      throws StorageException {
    Map<String, StorageException> staying = new LinkedHashMap<>();
    try (Handle parent = root.open(frame, directory, Root.SYNC)) {
      for (Removal entry : entries) {
        // a frame of its own: the caller's would grow with every name
        try (CallFrame small = new CallFrame()) {
          int removed = unlink(small, parent, entry);
          if (removed < 0) {
            staying.put(
                entry.name(), Failures.of(removed, "unlinkat", directory.child(entry.name())));
          }
        }
      }
      // also where all were missing: another process may have removed them without a sync
      parent.sync(frame);
    }
    return staying;
  }

  private static int unlink(CallFrame frame, Handle parent, Removal entry) {
    int flags = entry.directory() ? Flags.AT_REMOVEDIR : 0;
    int removed = NameCalls.unlinkat(frame, parent.descriptor(), entry.name(), flags);
    // POSIX lets a filesystem answer EEXIST instead of ENOTEMPTY
    return removed == -Errno.EEXIST ? -Errno.ENOTEMPTY : removed;
  }
}
