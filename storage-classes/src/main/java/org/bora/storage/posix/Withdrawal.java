package org.bora.storage.posix;

import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;

/**
 * Removes one particular file by its name. Whoever looks and then removes a name may remove what
 * came there in between; so the name is taken away first, under the upload's hidden one, where
 * nobody else puts anything, and what was caught is looked at there. A crash in between leaves an
 * orphan of that upload.
 */
final class Withdrawal {
  private Withdrawal() {}

  static boolean run(CallFrame frame, Root root, Upload upload) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK)) {
      Place target = new Place(directory, upload.target().name());
      Place hidden = new Place(directory, upload.hiddenName());
      if (!carries(frame, target, upload.id())) {
        return false;
      }
      int caught = Renames.fresh(frame, target, hidden);
      if (caught == -Errno.ENOENT) {
        return false;
      }
      if (caught < 0) {
        throw Failures.of(caught, "rename", upload.target());
      }
      return dispose(frame, target, hidden, upload);
    } catch (StorageException failure) {
      if (failure.reason() == Reason.MISSING || failure.reason() == Reason.NOT_A_DIRECTORY) {
        return false;
      }
      throw failure;
    }
  }

  private static boolean dispose(CallFrame frame, Place target, Place hidden, Upload upload)
      throws StorageException {
    boolean ours = carries(frame, hidden, upload.id());
    if (!ours) {
      int back = Renames.fresh(frame, hidden, target);
      if (back != -Errno.EEXIST) {
        check(back, upload);
        return false;
      }
      // A third file has come to the name: it replaces what was caught, as it would have there.
    }
    int removed = NameCalls.unlinkat(frame, hidden.directory().descriptor(), hidden.name(), 0);
    check(removed, upload);
    return ours;
  }

  private static void check(int outcome, Upload upload) throws StorageException {
    if (outcome < 0 && outcome != -Errno.ENOENT) {
      throw Failures.of(outcome, "withdrawal", upload.target());
    }
  }

  private static boolean carries(CallFrame frame, Place place, UUID id) throws StorageException {
    try (Handle file = place.directory().open(frame, place.name(), Root.ENTRY)) {
      return file.stat(frame).isFile() && Attributes.isOf(frame, file, id);
    } catch (StorageException failure) {
      if (failure.reason() == Reason.MISSING) {
        return false;
      }
      throw failure;
    }
  }
}
