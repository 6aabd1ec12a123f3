package org.bora.storage.posix;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.LeaseCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.Vouched.Claim;

/**
 * Puts a stub in the place of a file and unlinks the file, in two steps: the stub is prepared under
 * a hidden name, and can only take the place of the file while it has that name. So removing the
 * hidden name withdraws the release, even if the process that made it is frozen. A crash leaves
 * either an unfinished stub under the hidden name, or the file under the hidden name and the stub
 * in its place; {@link Settling} distinguishes them. The bytes are removed only when the stub's
 * directory entry is on stable storage.
 */
final class FileToStub {
  static final String PREFIX = AreaPath.HIDDEN_PREFIX + "stub-";

  private static final int PRIVATE = 0600;
  private static final long NEW_FILE =
      Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;
  private static final Set<String> NOT_COPIED = Set.of(BoraAttributes.STUB, FileSeal.NAME);

  private final CallFrame frame;
  private final Root root;
  private final Swaps swaps;
  private final Handle directory;
  private final Place name;
  private final Place hidden;
  private final UUID id;
  private final Stat before;
  private final Rights rights;

  /** Held open, so that no other file can have its inode number and be taken for it. */
  private final Handle stub;

  private boolean carriedOut;

  /**
   * Makes a stub for a file.
   *
   * @param frame lives until the release is closed
   * @param directory where the file lies; the caller's to close, after this
   */
  FileToStub(CallFrame frame, Root root, Handle directory, String name, UUID id)
      throws StorageException {
    this.frame = frame;
    this.root = root;
    this.swaps = new Swaps(frame, root);
    this.directory = directory;
    this.name = new Place(directory, name);
    this.hidden = new Place(directory, PREFIX + id);
    this.id = id;
    try (Handle file = directory.open(frame, name, Uploads.FILE)) {
      this.before = file.stat(frame);
      checkReleasable(frame, file, before, name, id);
      this.rights = Rights.of(frame, file, before);
      this.stub = makeStub(file);
    }
  }

  /** Puts the stub in the place of the file. */
  void carryOut() throws StorageException {
    try (Handle file = directory.open(frame, name.name(), Uploads.FILE)) {
      Stat now = file.stat(frame);
      checkReleasable(frame, file, now, name.name(), id);
      refuseOpened(file);
      if (!swaps.swap(stub, hidden, name, now.inode())) {
        throw swaps.holds(hidden)
            ? another(name.name())
            : new StorageException(
                Reason.BUSY, "the release of '" + name.name() + "' was withdrawn");
      }
      carriedOut = true;
      giveBackWhereWritten(file);
      directory.sync(frame);
      swaps.remove(hidden);
      followChanges(file);
    }
  }

  /** Removes the stub where it was not needed, unless another one was begun anew. */
  void close() throws StorageException {
    try {
      if (!carriedOut) {
        swaps.remove(stub, hidden);
      }
    } finally {
      stub.close();
    }
  }

  private static StorageException another(String name) {
    return new StorageException(Reason.MISSING, "'" + name + "' is another file now");
  }

  /** The attributes of a file that others may change without its content. */
  private record Rights(StubMark mark, Acl acl, Optional<FileLabel> label) {
    static Rights of(CallFrame frame, Handle file, Stat stat) throws StorageException {
      return new Rights(
          new StubMark(stat.permissions(), Optional.empty()),
          Acls.access(frame, file, stat),
          BoraAttributes.carried(frame, file, stat).label());
    }
  }

  /** Whether the tape copy that is noted is one of what the file holds now. */
  static void checkReleasable(CallFrame frame, Handle file, Stat stat, String name, UUID id)
      throws StorageException {
    Carried carried = BoraAttributes.carried(frame, file, stat);
    if (!carried.isOf(id)) {
      throw another(name);
    }
    if (carried.tape().isEmpty() || carried.adler32().isEmpty()) {
      boolean changed = BoraAttributes.wasOnTape(frame, file);
      throw new StorageException(
          changed ? Reason.BUSY : Reason.UNSUPPORTED,
          "'"
              + name
              + (changed ? "' was changed after it was copied to tape" : "' has no tape copy"));
    }
    if (stat.links() > 1) {
      throw new StorageException(
          Reason.UNSUPPORTED, "'" + name + "' has a second name: no bytes would be freed");
    }
  }

  /** The mark comes first: whatever has it holds no bytes. */
  private Handle makeStub(Handle file) throws StorageException {
    int opened = directory.tryOpen(frame, hidden.name(), NEW_FILE, PRIVATE);
    if (opened < 0) {
      throw Failures.ofOpen(opened, hidden.name());
    }
    Handle made = new Handle(opened, hidden.name());
    try {
      BoraAttributes.mark(frame, made, rights.mark());
      Copying.owner(frame, before, made);
      Copying.attributes(frame, file, made, NOT_COPIED);
      made.check(FileCalls.ftruncate(frame, opened, before.size()), "ftruncate");
      Copying.modified(frame, before, made);
      seal(file, before, made, rights.mark());
      Acls.setAccess(frame, made, StubMark.closed(rights.acl()));
      made.sync(frame);
      return made;
    } catch (StorageException failure) {
      made.close();
      swaps.remove(hidden);
      throw failure;
    }
  }

  /** The mark is Bora's own; the other attributes are those sealed on the file. */
  private void seal(Handle file, Stat stat, Handle made, StubMark mark) throws StorageException {
    Map<Claim, String> texts = new EnumMap<>(AttributeTexts.read(frame, file, stat).claims());
    texts.keySet().retainAll(FileSeal.toCarry(frame, root, file, stat));
    texts.put(Claim.STUB, mark.text());
    FileSeal.begin(frame, root, made, made.stat(frame), texts);
  }

  /**
   * With the lease no process has the file open; a process that opens it now waits until the end of
   * this, and then reads the data. Without a lease (network filesystem, file of another account)
   * only pins protect readers.
   */
  private void refuseOpened(Handle file) throws StorageException {
    int leased = LeaseCalls.takeWriteLease(frame, file.descriptor());
    if (leased == -Errno.EAGAIN) {
      throw new StorageException(Reason.BUSY, "'" + name.name() + "' is open");
    }
    if (isWritten(file)) {
      throw written();
    }
  }

  /** Only where no lease kept writers away. */
  private void giveBackWhereWritten(Handle file) throws StorageException {
    if (isWritten(file) && file.stat(frame).links() > 0) {
      swaps.giveBack(stub, hidden, name);
      swaps.remove(hidden);
      throw written();
    }
  }

  private boolean isWritten(Handle file) throws StorageException {
    Stat now = file.stat(frame);
    return now.size() != before.size() || !now.modified().equals(before.modified());
  }

  private StorageException written() {
    return new StorageException(Reason.BUSY, "'" + name.name() + "' is being written");
  }

  /**
   * Changes made while the stub was created. Checked when the file has no name any more: later
   * changes notice that, and apply to the stub. GlusterFS reports nothing about a file without a
   * name, so there it is too late.
   */
  private void followChanges(Handle file) throws StorageException {
    Rights now;
    try {
      now = Rights.of(frame, file, file.stat(frame));
    } catch (StorageException failure) {
      if (Uploads.isGone(failure)) {
        return;
      }
      throw failure;
    }
    if (now.equals(rights)) {
      return;
    }
    Unlocked.with(
        frame,
        stub,
        open -> {
          Acls.setAccess(frame, open, StubMark.closed(now.acl()));
          BoraAttributes.mark(frame, open, now.mark());
          if (now.label().isPresent()) {
            BoraAttributes.label(frame, open, now.label().get());
          }
          seal(file, file.stat(frame), open, now.mark());
          open.sync(frame);
          return null;
        });
  }
}
