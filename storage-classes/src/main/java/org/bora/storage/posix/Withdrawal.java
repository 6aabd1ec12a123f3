package org.bora.storage.posix;

import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.Upload;

/** Removes the file of an upload, but never another file that has its name by now. */
final class Withdrawal {
  private Withdrawal() {}

  static boolean run(CallFrame frame, Root root, Upload upload) throws StorageException {
    return run(frame, root, upload, () -> {});
  }

  /**
   * The same.
   *
   * @param recognised runs between the look at the name and its removal
   */
  static boolean run(CallFrame frame, Root root, Upload upload, Runnable recognised)
      throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.SYNC)) {
      boolean removed = run(frame, directory, upload, recognised);
      // also where it was gone: another process may have removed it, and died before it waited
      directory.sync(frame);
      return removed;
    } catch (StorageException failure) {
      return Uploads.emptyWhereGone(failure).isPresent();
    }
  }

  private static boolean run(CallFrame frame, Handle directory, Upload upload, Runnable recognised)
      throws StorageException {
    try {
      try (Handle file = directory.open(frame, upload.target().name(), Root.ENTRY)) {
        if (!isOf(frame, file, upload.id())) {
          return false;
        }
      }
      recognised.run();
      return remove(frame, directory, upload);
    } catch (StorageException failure) {
      return Uploads.emptyWhereGone(failure).isPresent();
    }
  }

  private static boolean remove(CallFrame frame, Handle directory, Upload upload)
      throws StorageException {
    try (Capture cell = Capture.ofRemoved(frame, directory, upload.id())) {
      if (!cell.take(upload.target().name())) {
        return false;
      }
      boolean ours;
      try (Handle taken = cell.open()) {
        ours = isOf(frame, taken, upload.id());
      }
      if (ours) {
        return cell.remove();
      }
      cell.giveBack();
      return false;
    }
  }

  private static boolean isOf(CallFrame frame, Handle file, UUID id) throws StorageException {
    return file.stat(frame).isFile() && BoraAttributes.isOf(frame, file, id);
  }
}
