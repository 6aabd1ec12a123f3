package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes a file by its name, and only if it is the file that the caller looked at. If the process
 * was frozen in between, another file may have been stored and acknowledged under the name
 * meanwhile; unlinkat takes a name, and would remove it.
 *
 * <p>So the file is checked, renamed to a unique hidden name, and checked again. Any other file
 * gets its name back. A file that Bora stored is recognised by its identifier. An inode number is
 * not enough: NFS may reuse that of a removed file, even if the removed one is open here. Other
 * files are compared by inode number and times.
 *
 * <p>The hidden name ends with the identification of the file. So {@link #settle} can finish the
 * removal of a process that died: the identified file is removed, any other stays.
 */
final class FileRemoval {
  static final String PREFIX = AreaPath.HIDDEN_PREFIX + "gone-";

  /** Between what makes the hidden name unique and the {@link #mark}. */
  private static final char MARK = '~';

  /** Begins a mark that is an identifier. */
  private static final String IDENTIFIED = "id-";

  private static final Logger LOG = LoggerFactory.getLogger(FileRemoval.class);

  private FileRemoval() {}

  static void run(CallFrame frame, Handle directory, String name, Optional<UUID> file)
      throws StorageException {
    run(frame, directory, name, file, Pauses.NONE);
  }

  /** Points at which tests pause a process. */
  interface Pauses {
    Pauses NONE = new Pauses() {};

    /** Between the look at the file and the rename. */
    default void recognised() {}

    /** Between the rename and the second look. */
    default void captured() {}
  }

  /** The same. */
  static void run(
      CallFrame frame, Handle directory, String name, Optional<UUID> file, Pauses pauses)
      throws StorageException {
    Place from = new Place(directory, name);
    Place hidden;
    boolean same;
    try (Handle open = directory.open(frame, name, Root.ENTRY)) {
      Stat stat = open.stat(frame);
      if (stat.isDirectory()) {
        throw new StorageException(Reason.IS_A_DIRECTORY, "'" + name + "' is a directory");
      }
      if (!isOf(frame, open, stat, file)) {
        throw changed(name);
      }
      pauses.recognised();
      String mark = mark(stat, file);
      hidden = new Place(directory, PREFIX + UUID.randomUUID() + MARK + mark);
      int moved = Renames.replacing(frame, from, hidden);
      if (moved == -Errno.ENOSPC || moved == -Errno.EDQUOT) {
        // a full filesystem may have no room for another name, and must be able to get empty
        hidden = from;
      } else if (moved < 0) {
        throw Failures.of(moved, "rename", name);
      }
      pauses.captured();
      same = isGone(frame, hidden) || isMarked(frame, hidden, mark);
    }
    // closed before: NFS keeps a file that is open under another name
    if (!same) {
      giveBack(frame, hidden, from);
      throw changed(name);
    }
    remove(frame, hidden);
  }

  private static boolean isOf(CallFrame frame, Handle open, Stat stat, Optional<UUID> file)
      throws StorageException {
    if (!stat.isFile()) {
      return file.isEmpty();
    }
    return (file.isPresent() && BoraAttributes.isOf(frame, open, file.get()))
        || BoraAttributes.carried(frame, open, stat).id().equals(file);
  }

  private static StorageException changed(String name) {
    return new StorageException(
        Reason.CHANGED, "'" + name + "' is another file than the one that was to be removed");
  }

  /**
   * What tells the file from any other: its identifier; of a file without one its inode number, and
   * when it was last written.
   */
  private static String mark(Stat stat, Optional<UUID> file) {
    return file.map(id -> IDENTIFIED + id)
        .orElseGet(() -> Long.toUnsignedString(stat.inode()) + '.' + stat.modified());
  }

  /** Whether the file of this name is the one that was marked. */
  private static boolean isMarked(CallFrame frame, Place place, String mark)
      throws StorageException {
    Optional<UUID> file =
        mark.startsWith(IDENTIFIED)
            ? Optional.of(UUID.fromString(mark.substring(IDENTIFIED.length())))
            : Optional.empty();
    try (Handle open = place.directory().open(frame, place.name(), Root.ENTRY)) {
      Stat stat = open.stat(frame);
      return isOf(frame, open, stat, file) && mark(stat, file).equals(mark);
    }
  }

  /** Whether a sweep has ended the removal, which it does only if it recognises the file. */
  private static boolean isGone(CallFrame frame, Place hidden) throws StorageException {
    MemorySegment buffer = StatCalls.buffer(frame);
    int found = StatCalls.statx(frame, hidden.directory().descriptor(), hidden.name(), buffer);
    if (found < 0 && found != -Errno.ENOENT) {
      throw Failures.of(found, "statx", hidden.name());
    }
    return found == -Errno.ENOENT;
  }

  private static void giveBack(CallFrame frame, Place hidden, Place name) throws StorageException {
    if (hidden.equals(name)) {
      return;
    }
    int back = Renames.freshFromHidden(frame, hidden, name);
    if (back == -Errno.EEXIST) {
      LOG.error(
          "'{}' was replaced twice while Bora removed it; the first of the two new files stays as"
              + " '{}' in {}. Remove it, or give it another name, when its owner has said which of"
              + " the two is wanted",
          name.name(),
          hidden.name(),
          name.directory().where());
      return;
    }
    if (back < 0) {
      throw Failures.of(back, "rename", hidden.name());
    }
  }

  private static void remove(CallFrame frame, Place place) throws StorageException {
    int removed = NameCalls.unlinkat(frame, place.directory().descriptor(), place.name(), 0);
    // without the hidden file: this process stood still, and a sweep has ended the removal
    if (removed < 0 && removed != -Errno.ENOENT) {
      throw Failures.of(removed, "unlinkat", place.name());
    }
  }

  /**
   * Ends the removal of a process that died.
   *
   * @param name the hidden name in {@code directory}
   */
  static void settle(CallFrame frame, Handle directory, String name) throws StorageException {
    Place hidden = new Place(directory, name);
    if (isMarked(frame, hidden, name.substring(name.lastIndexOf(MARK) + 1))) {
      remove(frame, hidden);
      directory.sync(frame);
      LOG.info(
          "'{}' in {} is removed: a process died while it removed it", name, directory.where());
      return;
    }
    LOG.error(
        "'{}' in {} stays: a process died while it removed another file. If the books have a file"
            + " with its identifier whose name is missing, rename it to that name; otherwise remove"
            + " it",
        name,
        directory.where());
  }
}
