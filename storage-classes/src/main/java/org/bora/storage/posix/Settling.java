package org.bora.storage.posix;

import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repairs what a crash left of a release or recall: marks and identifiers show which of two names
 * has the bytes. A marked file has none, and is removed. A file that was caught under a hidden name
 * by mistake is moved back. What may be the only copy of a user's bytes is never removed: if its
 * origin is unclear, it stays and is reported.
 */
final class Settling {
  private static final Logger LOG = LoggerFactory.getLogger(Settling.class);

  private final CallFrame frame;
  private final Swaps swaps;
  private final Handle directory;
  private final UUID id;

  Settling(CallFrame frame, Root root, Handle directory, UUID id) {
    this.frame = frame;
    this.swaps = new Swaps(frame, root);
    this.directory = directory;
    this.id = id;
  }

  /** A file and its attributes. */
  private record Found(Handle handle, Stat stat, Carried carried, boolean marked)
      implements AutoCloseable {

    boolean is(UUID id) {
      return stat.isFile() && carried.isOf(id);
    }

    @Override
    public void close() {
      handle.close();
    }
  }

  /**
   * Checks both hidden names.
   *
   * @param name of the file with the identifier; empty if it has no name any more
   */
  void run(Optional<String> name) throws StorageException {
    settle(name, FileToStub.PREFIX, this::afterRelease);
    settle(name, StubToFile.PREFIX, this::afterRecall);
  }

  /** The same of a release alone, of a file that has its name. */
  void withdrawRelease(String name) throws StorageException {
    settle(Optional.of(name), FileToStub.PREFIX, this::afterRelease);
  }

  /** What to do with a hidden file. */
  private enum Fate {
    REMOVED,
    GIVEN_BACK,
    KEPT
  }

  @FunctionalInterface
  private interface Judge {
    Fate of(Found hidden, Optional<Found> file) throws StorageException;
  }

  private void settle(Optional<String> name, String prefix, Judge judge) throws StorageException {
    Place hidden = new Place(directory, prefix + id);
    try (Found left = find(hidden.name()).orElse(null)) {
      if (left != null) {
        if (prefix.equals(StubToFile.PREFIX)) {
          // it tells that the file in place may not be on stable storage yet, and may go now
          directory.sync(frame);
        }
        settle(left, hidden, name, judge);
      }
    }
  }

  private void settle(Found left, Place hidden, Optional<String> name, Judge judge)
      throws StorageException {
    try (Found file = name.isEmpty() ? null : find(name.get()).orElse(null)) {
      switch (left.marked() ? Fate.REMOVED : judge.of(left, Optional.ofNullable(file))) {
        case REMOVED -> swaps.remove(hidden);
        case GIVEN_BACK -> giveBack(file, hidden, name);
        case KEPT ->
            LOG.warn(
                "'{}' in {} stays: it may be the only copy of a user's bytes",
                hidden.name(),
                directory.where());
      }
    }
  }

  /** Under the name of a stub that was made ready. */
  private Fate afterRelease(Found left, Optional<Found> file) {
    if (left.is(id) && left.carried().tape().isPresent()) {
      return Fate.REMOVED;
    }
    boolean swapped = file.isPresent() && file.get().is(id) && file.get().marked();
    if (!swapped && isBare(left)) {
      // made, and not yet marked
      return Fate.REMOVED;
    }
    return swapped ? Fate.GIVEN_BACK : Fate.KEPT;
  }

  private static boolean isBare(Found left) {
    return left.stat().isFile() && left.stat().size() == 0 && left.carried().id().isEmpty();
  }

  /** Under the name for bytes from tape. */
  private Fate afterRecall(Found left, Optional<Found> file) throws StorageException {
    boolean stranger = !left.stat().isFile() || (left.carried().id().isPresent() && !left.is(id));
    boolean present = file.isPresent() && file.get().is(id);
    if (!present || file.get().marked()) {
      return stranger ? Fate.KEPT : Fate.REMOVED;
    }
    if (stranger) {
      return Fate.GIVEN_BACK;
    }
    return left.is(id) || isCopy(left, file.get()) ? Fate.REMOVED : Fate.KEPT;
  }

  /** Whether a nameless file has the very bytes of the one in place. */
  private boolean isCopy(Found left, Found file) throws StorageException {
    Optional<TapeCopy> copy = file.carried().tape();
    if (left.stat().size() == 0) {
      return true;
    }
    if (copy.isEmpty() || copy.get().size() != left.stat().size()) {
      return false;
    }
    try (Handle bytes = left.handle().reopen(frame, Flags.O_RDONLY)) {
      Checksums.Digests read =
          Checksums.of(
              frame, bytes, left.stat().size(), copy.get().sha256().isPresent(), count -> {});
      return read.difference(copy.get().adler32(), copy.get().sha256()).isEmpty();
    }
  }

  private void giveBack(Found file, Place hidden, Optional<String> name) throws StorageException {
    swaps.giveBack(file.handle(), hidden, new Place(directory, name.orElseThrow()));
    directory.sync(frame);
    swaps.remove(hidden);
  }

  private Optional<Found> find(String name) throws StorageException {
    int opened = directory.tryOpen(frame, name, Root.ENTRY, 0);
    if (opened == -Errno.ENOENT) {
      return Optional.empty();
    }
    if (opened < 0) {
      throw Failures.ofOpen(opened, name);
    }
    Handle handle = new Handle(opened, name);
    try {
      Stat stat = handle.stat(frame);
      Carried carried =
          stat.isFile() ? BoraAttributes.carried(frame, handle, stat) : Carried.NOTHING;
      boolean marked = stat.isFile() && BoraAttributes.mark(frame, handle).isPresent();
      return Optional.of(new Found(handle, stat, carried, marked));
    } catch (StorageException failure) {
      handle.close();
      throw failure;
    }
  }

  /** The name in the directory that carries the identifier, in time proportional to its width. */
  static Optional<String> nameOf(CallFrame frame, Handle directory, UUID id)
      throws StorageException {
    Handle again = directory.open(frame, ".", Root.SYNC);
    try (DirectoryReader names = new DirectoryReader(again)) {
      for (Optional<DirectoryReader.Name> name = names.next();
          name.isPresent();
          name = names.next()) {
        String text = name.get().text();
        if (!text.startsWith(AreaPath.HIDDEN_PREFIX) && carries(directory, text, id)) {
          return Optional.of(text);
        }
      }
      return Optional.empty();
    }
  }

  private static boolean carries(Handle directory, String name, UUID id) throws StorageException {
    // a frame of its own: the caller's would grow with every name
    try (CallFrame frame = new CallFrame();
        Handle entry = directory.open(frame, name, Root.ENTRY)) {
      return entry.stat(frame).isFile() && BoraAttributes.isOf(frame, entry, id);
    } catch (StorageException failure) {
      if (failure.reason() == Reason.MISSING) {
        return false;
      }
      throw failure;
    }
  }
}
