package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.linux.StatCalls;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Puts a prepared hidden file in the place of one particular file. A process that checks a name and
 * then replaces it may replace another file that came in between. So the two files exchange their
 * names first, and the old one is checked under the hidden name, where no other process puts
 * anything. If it is another file, it is moved back.
 *
 * <p>Filesystems without RENAME_EXCHANGE (GlusterFS and NFS among them) get a look and then a
 * rename: there a file that gets the name between the two, without Bora's tables, is lost.
 */
final class Swaps {
  /** Each further round needs another process to replace the name again at the very moment. */
  private static final int ROUNDS = 100;

  private final CallFrame frame;
  private final Root root;

  Swaps(CallFrame frame, Root root) {
    this.frame = frame;
    this.root = root;
  }

  /**
   * Whether {@code ready}, at the name {@code hidden}, has replaced the file with inode {@code
   * meant}. If so, that file is now at {@code hidden}, or is gone if the filesystem cannot exchange
   * names. If not, the content of {@code hidden} is not needed.
   *
   * @throws StorageException BUSY if another file than {@code ready} is at {@code hidden}; nothing
   *     was changed
   */
  boolean swap(Handle ready, Place hidden, Place name, long meant) throws StorageException {
    refuseAnothersWork(ready, hidden);
    int exchanged = Renames.exchanging(frame, hidden, name);
    if (exchanged == -Errno.ENOENT) {
      return false;
    }
    if (exchanged == -Errno.EINVAL || exchanged == -Errno.ENOSYS) {
      return replace(hidden, name, meant);
    }
    check(exchanged, name);
    if (inode(hidden) == meant) {
      return true;
    }
    giveBack(ready, hidden, name);
    return false;
  }

  /**
   * A backend that was wrongly considered dead may resume with a hidden name under which its
   * successor has begun again: the file there is not ready, and it must not remove it.
   */
  private void refuseAnothersWork(Handle ready, Place hidden) throws StorageException {
    long found = inode(hidden);
    if (found != -1 && found != ready.stat(frame).inode()) {
      throw new StorageException(
          Reason.BUSY, "'" + hidden.name() + "' was begun again by another backend");
    }
  }

  /** The way of filesystems that cannot exchange. */
  boolean replace(Place hidden, Place name, long meant) throws StorageException {
    if (inode(name) != meant) {
      return false;
    }
    int replaced = Renames.replacing(frame, hidden, name);
    if (replaced == -Errno.ENOENT) {
      return false;
    }
    check(replaced, name);
    return true;
  }

  /**
   * Returns the file caught at {@code hidden} to {@code name}, where {@code placed} is or was. The
   * file that this displaces may be newer still, because it was put over {@code placed}, and is
   * returned in turn, until the displaced file is the one returned before. That one was replaced by
   * its successor.
   */
  void giveBack(Handle placed, Place hidden, Place name) throws StorageException {
    long wentIn = placed.stat(frame).inode();
    for (int round = 0; round < ROUNDS; round++) {
      long caught = inode(hidden);
      int exchanged = Renames.exchanging(frame, hidden, name);
      if (exchanged == -Errno.ENOENT) {
        follow(placed, hidden, name);
        return;
      }
      check(exchanged, name);
      if (inode(hidden) == wentIn) {
        return;
      }
      wentIn = caught;
    }
    throw new StorageException(
        Reason.BUSY, "'" + name.name() + "' is replaced all the time; see " + hidden.name());
  }

  /**
   * The name is gone while the caught file lay hidden. It was removed, and the caught file with it;
   * or renamed, and the caught file follows.
   */
  private void follow(Handle placed, Place hidden, Place name) throws StorageException {
    if (placed.stat(frame).links() == 0) {
      return;
    }
    AreaPath now = AreaPath.parse(root.beneath(root.physicalPathOf(frame, placed)));
    try (Handle directory = root.openParent(frame, now, Root.SYNC)) {
      int followed = Renames.exchanging(frame, hidden, new Place(directory, now.name()));
      if (followed >= 0) {
        // the caller syncs the directory of the hidden name, and knows nothing of this one
        directory.sync(frame);
        return;
      }
    }
    // renamed once more: nothing is lost, at least
    check(Renames.freshFromHidden(frame, hidden, name), name);
  }

  /** The inode at a place; -1 if there is none. */
  private long inode(Place place) throws StorageException {
    MemorySegment buffer = StatCalls.buffer(frame);
    int asked = StatCalls.statx(frame, place.directory().descriptor(), place.name(), buffer);
    if (asked == -Errno.ENOENT) {
      return -1;
    }
    check(asked, place);
    return StatCalls.read(buffer).inode();
  }

  /** Whether there is anything at a place. */
  boolean holds(Place place) throws StorageException {
    return inode(place) != -1;
  }

  /** Removes a file from its hidden name; nothing happens where it does not lie there. */
  void remove(Handle ready, Place hidden) throws StorageException {
    if (inode(hidden) == ready.stat(frame).inode()) {
      remove(hidden);
    }
  }

  /** Removes what a hidden name holds, if anything. */
  void remove(Place hidden) throws StorageException {
    int removed = NameCalls.unlinkat(frame, hidden.directory().descriptor(), hidden.name(), 0);
    if (removed != -Errno.ENOENT) {
      check(removed, hidden);
    }
  }

  private static void check(int outcome, Place place) throws StorageException {
    if (outcome < 0) {
      throw Failures.of(outcome, "exchange", place.name());
    }
  }
}
