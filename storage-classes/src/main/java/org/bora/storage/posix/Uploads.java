package org.bora.storage.posix;

import java.util.Map;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Owner;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Upload;
import org.bora.storage.spi.Vouched.Claim;

/**
 * The life of an upload. What a crash may leave, and who repairs it:
 *
 * <ul>
 *   <li>begun: an empty hidden file, perhaps not yet with its owner. Beginning again sets it.
 *   <li>sealed in part: a checksum without the identifier, or both but not synced. Sealing again
 *       finds the identifier last written and therefore all before it; it always syncs.
 *   <li>sealed, and no longer marked as held: a rename was about to follow. Its pin ends it.
 *   <li>published: the target carries the identifier. Sealing and publishing again see that.
 *   <li>published by link, on filesystems without RENAME_NOREPLACE: both names. Publishing or
 *       discarding again removes the hidden one.
 * </ul>
 *
 * Nothing is left that only its maker could find: the hidden name tells the identifier.
 */
final class Uploads {
  private static final int PRIVATE = 0600;

  /** To write attributes, owner, mode and to read; never waits for the other end of a pipe. */
  static final long FILE = Flags.O_RDONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK | Flags.O_NOCTTY;

  private static final long WRITING = Flags.O_WRONLY | Flags.O_NOFOLLOW | Flags.O_NONBLOCK;
  private static final long NEW_FILE =
      Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;

  private final Root root;

  Uploads(Root root) {
    this.root = root;
  }

  void begin(CallFrame frame, Upload upload, Owner owner, int mode) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK);
        Handle file = create(frame, directory, upload.hiddenName())) {
      requireBegun(frame, file, owner);
      // whatever the directory hands down is for the finished file
      int marked = WriterHold.sharesLocks(frame, root, file) ? mode : mode & ~Upload.HELD;
      Acls.handOver(frame, file, owner, marked, Optional.empty());
    }
  }

  private Handle create(CallFrame frame, Handle directory, String name) throws StorageException {
    int striped = root.abilities().create(frame, directory.descriptor(), name);
    if (striped >= 0) {
      return openFile(frame, directory, name);
    }
    int made = directory.tryOpen(frame, name, NEW_FILE, PRIVATE);
    if (made >= 0) {
      root.abilities().place(frame, made);
      return new Handle(made, name);
    }
    if (made != -Errno.EEXIST) {
      throw Failures.ofOpen(made, name);
    }
    return openFile(frame, directory, name);
  }

  static Handle openFile(CallFrame frame, Handle directory, String name) throws StorageException {
    Handle file = directory.open(frame, name, FILE);
    if (!file.stat(frame).isFile()) {
      file.close();
      throw new StorageException(Reason.ESCAPES, "'" + name + "' is not a file");
    }
    return file;
  }

  /** A file that was there already, or was made by a vendor's library, is known by name alone. */
  private void requireBegun(CallFrame frame, Handle file, Owner owner) throws StorageException {
    Stat stat = file.stat(frame);
    if (stat.links() != 1 || (stat.uid() != root.uid() && stat.uid() != owner.uid())) {
      throw new StorageException(
          Reason.DENIED,
          "'"
              + file.where()
              + "' is not the file of this upload: account "
              + stat.uid()
              + " has put"
              + " another one under its name");
    }
  }

  String path(CallFrame frame, Upload upload) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK)) {
      String parent = root.physicalPathOf(frame, directory);
      return (parent.endsWith("/") ? parent : parent + "/") + upload.hiddenName();
    }
  }

  Optional<EntryFacts> facts(CallFrame frame, Upload upload) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK);
        Handle file = directory.open(frame, upload.hiddenName(), Root.ENTRY)) {
      return Optional.of(Entries.facts(frame, file, root));
    } catch (StorageException failure) {
      return emptyWhereGone(failure);
    }
  }

  boolean isUnwritten(CallFrame frame, Upload upload) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK);
        Handle file = directory.open(frame, upload.hiddenName(), Root.ENTRY)) {
      Stat stat = file.stat(frame);
      return stat.isFile()
          && stat.size() == 0
          && StatCalls.made(frame, file.descriptor())
              .filter(made -> stat.modified().isAfter(made))
              .isEmpty();
    } catch (StorageException failure) {
      return emptyWhereGone(failure).isPresent();
    }
  }

  boolean isAbandoned(CallFrame frame, Upload upload, boolean young) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK);
        Handle file = directory.open(frame, upload.hiddenName(), FILE)) {
      return WriterHold.isAbandoned(frame, root, file, young);
    } catch (StorageException failure) {
      return emptyWhereGone(failure).isPresent();
    }
  }

  static void refuseChanged(Stat before, Stat after, Handle file) throws StorageException {
    if (before.size() != after.size() || !before.modified().equals(after.modified())) {
      throw new StorageException(Reason.BUSY, "'" + file.where() + "' is still being written");
    }
  }

  void relabel(CallFrame frame, AreaPath path, FileLabel label) throws StorageException {
    String name = path.isRoot() ? "." : path.toString();
    int links = 0;
    while (links == 0) {
      // without a name afterwards: its stub has taken its place, or the other way round
      links = Unlocked.with(frame, root.handle(), name, file -> relabel(frame, root, file, label));
    }
  }

  /** Names that the file has afterwards. */
  private static int relabel(CallFrame frame, Root root, Handle file, FileLabel label)
      throws StorageException {
    Stat stat = file.stat(frame);
    if (!stat.isFile()) {
      throw new StorageException(Reason.UNSUPPORTED, "'" + file.where() + "' is not a file");
    }
    BoraAttributes.label(frame, file, label);
    FileSeal.add(frame, root, file, stat, Map.of(Claim.LABEL, label.text()));
    file.sync(frame);
    return file.stat(frame).links();
  }

  void preallocate(CallFrame frame, Upload upload, long bytes) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK);
        Handle file = directory.open(frame, upload.hiddenName(), WRITING)) {
      Preallocation.take(frame, file, bytes, root.abilities());
    }
  }

  void publish(CallFrame frame, Upload upload, boolean replace) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.SYNC)) {
      Place hidden = new Place(directory, upload.hiddenName());
      Place target = new Place(directory, upload.target().name());
      if (isReleased(frame, directory, upload)) {
        int outcome =
            replace
                ? Renames.replacing(frame, hidden, target)
                : Renames.freshFromHidden(frame, hidden, target);
        if (outcome < 0 && !carriesId(frame, directory, upload)) {
          throw Failures.of(outcome, "rename", upload.target());
        }
        // there only after a publication by link that a crash cut short
        remove(frame, hidden);
      } else if (!carriesId(frame, directory, upload)) {
        throw new StorageException(Reason.MISSING, "'" + upload.hiddenName() + "' is gone");
      }
      directory.sync(frame);
    }
  }

  /**
   * Whether there is a hidden file. It must be sealed, and is no longer marked as held then: no
   * published file is.
   */
  private boolean isReleased(CallFrame frame, Handle directory, Upload upload)
      throws StorageException {
    try (Handle file = directory.open(frame, upload.hiddenName(), Root.ENTRY)) {
      Stat stat = file.stat(frame);
      if (stat.isFile()
          && FileSeal.isOf(frame, root, file, stat, upload.id())
          && BoraAttributes.checksum(frame, file, stat).isPresent()) {
        WriterHold.release(frame, file, stat);
        return true;
      }
      throw new StorageException(
          Reason.BUSY, "'" + upload.hiddenName() + "' was written to after it was sealed");
    } catch (StorageException failure) {
      return emptyWhereGone(failure).isPresent();
    }
  }

  boolean isPublished(CallFrame frame, Upload upload) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK)) {
      return carriesId(frame, directory, upload);
    } catch (StorageException failure) {
      return emptyWhereGone(failure).isPresent();
    }
  }

  /**
   * An account with write permission here could put any of its own files there, with any attribute.
   */
  private boolean carriesId(CallFrame frame, Handle directory, Upload upload)
      throws StorageException {
    try (Handle target = directory.open(frame, upload.target().name(), Root.ENTRY)) {
      Stat stat = target.stat(frame);
      return stat.isFile() && FileSeal.isOf(frame, root, target, stat, upload.id());
    } catch (StorageException failure) {
      return emptyWhereGone(failure).isPresent();
    }
  }

  void discard(CallFrame frame, Upload upload) throws StorageException {
    try (Handle directory = root.openParent(frame, upload.target(), Root.LOOK)) {
      remove(frame, new Place(directory, upload.hiddenName()));
    } catch (StorageException failure) {
      if (!isGone(failure)) {
        throw failure;
      }
    }
  }

  private static void remove(CallFrame frame, Place place) throws StorageException {
    int removed = NameCalls.unlinkat(frame, place.directory().descriptor(), place.name(), 0);
    if (removed < 0 && removed != -Errno.ENOENT) {
      throw Failures.of(removed, "unlinkat", place.name());
    }
  }

  static <T> Optional<T> emptyWhereGone(StorageException failure) throws StorageException {
    if (isGone(failure)) {
      return Optional.empty();
    }
    throw failure;
  }

  static boolean isGone(StorageException failure) {
    return failure.reason() == Reason.MISSING || failure.reason() == Reason.NOT_A_DIRECTORY;
  }
}
