package org.bora.storage.posix;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes one particular file by its name. A check of a name and its removal may concern two
 * different files, because a rename can put another file there in between. So the file is first
 * moved, under its own name, into a new hidden directory that only this process uses, the cell.
 * There it is checked. If it is another file, it is moved back.
 *
 * <p>A file that was not recognised is never removed. If a third file has taken the name meanwhile,
 * the captured one stays in its cell, and the log says so. A crash leaves the file in its cell;
 * since the cell keeps the name, {@link #settle} can move the file back without further
 * information. The name of the cell ends with the identifier of the file to remove. That file must
 * not come back, because another process may already consider it removed. So {@link #settle}
 * removes it, and moves back any other. For other processes the name is missing between {@link
 * #take} and {@link #giveBack}.
 *
 * <p>A rename by a second link ({@link Renames}) uses a cell as well, for the old name. Its file
 * has the new name on stable storage before the old one is captured. So what a crash leaves there
 * must not come back, not even when the file has been removed since under its new name. The name of
 * such a cell ends in the inode of the moved file, and {@link #settle} removes that file from it.
 */
final class Capture implements AutoCloseable {
  static final String PREFIX = AreaPath.HIDDEN_PREFIX + "caught-";

  /** Between what makes the name of a cell unique and the {@link #mark}. */
  private static final char MARK = '~';

  /**
   * Begins a mark that is the identifier of a file. Others are the inode of a file that is moved.
   */
  private static final String IDENTIFIED = "id-";

  private static final Logger LOG = LoggerFactory.getLogger(Capture.class);
  private static final int PRIVATE = 0700;

  private final CallFrame frame;
  private final Handle directory;
  private final String name;
  private final Handle cell;
  private Optional<String> taken = Optional.empty();

  private Capture(CallFrame frame, Handle directory, String name) throws StorageException {
    this.frame = frame;
    this.directory = directory;
    this.name = name;
    this.cell = directory.open(frame, name, Root.SYNC | Flags.O_NOFOLLOW);
  }

  /**
   * Makes an empty cell in {@code directory}, which stays open longer than the cell.
   *
   * @param id of the file that is to be removed
   */
  static Capture ofRemoved(CallFrame frame, Handle directory, UUID id) throws StorageException {
    return in(frame, directory, IDENTIFIED + id);
  }

  /**
   * The same for the old name of a file that has its new name on stable storage already.
   *
   * @param inode of the moved file
   */
  static Capture ofMoved(CallFrame frame, Handle directory, long inode) throws StorageException {
    return in(frame, directory, Long.toUnsignedString(inode));
  }

  private static Capture in(CallFrame frame, Handle directory, String mark)
      throws StorageException {
    String name = PREFIX + UUID.randomUUID() + MARK + mark;
    directory.check(NameCalls.mkdirat(frame, directory.descriptor(), name, PRIVATE), "mkdirat");
    return new Capture(frame, directory, name);
  }

  /** Moves the file of this name into the cell. False where no file has the name. */
  boolean take(String file) throws StorageException {
    int moved = Renames.replacing(frame, new Place(directory, file), new Place(cell, file));
    if (moved == -Errno.ENOENT && cell.stat(frame).links() > 0) {
      return false;
    }
    if (moved == -Errno.ENOENT) {
      throw new StorageException(
          Reason.BUSY,
          "'"
              + file
              + "' was not touched: a sweep removed "
              + name
              + " before it was used; repeat");
    }
    if (moved < 0) {
      throw Failures.of(moved, "rename", file);
    }
    taken = Optional.of(file);
    return true;
  }

  /** Opens the captured file. */
  Handle open() throws StorageException {
    return cell.open(frame, taken.orElseThrow(), Root.ENTRY);
  }

  /**
   * Removes the captured file. False if it is no longer in the cell, because this process was
   * frozen for so long that a sweep treated the cell as left by a crash.
   */
  boolean remove() throws StorageException {
    String file = taken.orElseThrow();
    taken = Optional.empty();
    return remove(file);
  }

  private boolean remove(String file) throws StorageException {
    int removed = NameCalls.unlinkat(frame, cell.descriptor(), file, 0);
    if (removed < 0 && removed != -Errno.ENOENT) {
      throw Failures.of(removed, "unlinkat", file);
    }
    return removed >= 0;
  }

  /** What tells the file that is to go from any other; empty for a cell of an earlier release. */
  private String mark() {
    int at = name.indexOf(MARK);
    return at < 0 ? "" : name.substring(at + 1);
  }

  /** Whether a crash left the file for which the cell was made. */
  private boolean isToGo(String file) throws StorageException {
    String mark = mark();
    try (Handle entry = cell.open(frame, file, Root.ENTRY)) {
      Stat stat = entry.stat(frame);
      if (mark.startsWith(IDENTIFIED)) {
        return stat.isFile()
            && BoraAttributes.isOf(frame, entry, mark.substring(IDENTIFIED.length()));
      }
      return mark.equals(Long.toUnsignedString(stat.inode()));
    }
  }

  /** Returns the captured file to its name, unless another file has the name. */
  void giveBack() throws StorageException {
    giveBack(taken.orElseThrow());
    taken = Optional.empty();
  }

  private void giveBack(String file) throws StorageException {
    // the cell is private, so no other process can change what the name in it means
    int back = Renames.freshFromHidden(frame, new Place(cell, file), new Place(directory, file));
    if (back == -Errno.EEXIST) {
      LOG.error(
          "'{}' was replaced while Bora moved it; the replaced file stays as '{}/{}' in {}. Remove"
              + " it, or give it another name, when its owner has said which of the two is wanted",
          file,
          name,
          file,
          directory.where());
      return;
    }
    if (back < 0 && back != -Errno.ENOENT) {
      throw Failures.of(back, "rename", file);
    }
  }

  /**
   * Returns a file that a crash left in a cell, or removes it if it is the file for which the cell
   * was made.
   *
   * @param name of the cell in {@code directory}
   * @param before cells used at this time or later belong to work in progress
   */
  static void settle(CallFrame frame, Handle directory, String name, Instant before)
      throws StorageException {
    // not as a cell yet: closing one removes it, and a process may be about to use it
    try (Handle cell = directory.open(frame, name, Root.ENTRY)) {
      Stat stat = cell.stat(frame);
      if (!stat.isDirectory() || !stat.modified().isBefore(before)) {
        return;
      }
    }
    try (Capture left = new Capture(frame, directory, name)) {
      Handle again = left.cell.open(frame, ".", Root.SYNC);
      try (DirectoryReader files = new DirectoryReader(again)) {
        for (Optional<DirectoryReader.Name> file = files.next();
            file.isPresent();
            file = files.next()) {
          left.settle(file.get().text());
        }
      }
      directory.sync(frame);
    }
  }

  private void settle(String file) throws StorageException {
    if (isToGo(file)) {
      LOG.info("'{}' in {} was moved or removed; its remains are removed", file, directory.where());
      remove(file);
    } else {
      LOG.warn("'{}' goes back to its name in {}", file, directory.where());
      giveBack(file);
    }
  }

  @Override
  public void close() {
    cell.close();
    // ENOTEMPTY where a file had to stay; a cell that cannot go otherwise is left to the sweep
    int ignored = NameCalls.unlinkat(frame, directory.descriptor(), name, Flags.AT_REMOVEDIR);
  }
}
