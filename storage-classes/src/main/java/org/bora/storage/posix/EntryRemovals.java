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
 * Removes entries of one directory and syncs that directory once. Without the sync, a power failure
 * could bring back names whose bytes, tape copies and rows the caller removes next.
 */
final class EntryRemovals {
  private EntryRemovals() {}

  /** Removes one entry, for good. */
  static void one(CallFrame frame, Root root, AreaPath path, boolean directory)
      throws StorageException {
    try (Handle parent = root.openParent(frame, path, Root.SYNC)) {
      int removed = unlink(frame, parent, path.name(), directory);
      if (removed < 0) {
        throw Failures.of(removed, "unlinkat", path);
      }
      parent.sync(frame);
    }
  }

  /** Removes an empty directory; the caller syncs the one above. */
  static void directory(CallFrame frame, Handle parent, AreaPath path) throws StorageException {
    int removed = unlink(frame, parent, path.name(), true);
    if (removed < 0) {
      throw Failures.of(removed, "unlinkat", path);
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
          remove(small, parent, entry);
        } catch (StorageException why) {
          staying.put(entry.name(), why);
        }
      }
      // also where all were missing: another process may have removed them without a sync
      parent.sync(frame);
    }
    return staying;
  }

  private static void remove(CallFrame frame, Handle parent, Removal entry)
      throws StorageException {
    if (!entry.directory()) {
      FileRemoval.run(frame, parent, entry.name(), entry.file());
      return;
    }
    int removed = unlink(frame, parent, entry.name(), true);
    if (removed < 0) {
      throw Failures.of(removed, "unlinkat", entry.name());
    }
  }

  private static int unlink(CallFrame frame, Handle parent, String name, boolean directory) {
    int flags = directory ? Flags.AT_REMOVEDIR : 0;
    int removed = NameCalls.unlinkat(frame, parent.descriptor(), name, flags);
    // POSIX lets a filesystem answer EEXIST instead of ENOTEMPTY
    return removed == -Errno.EEXIST ? -Errno.ENOTEMPTY : removed;
  }
}
