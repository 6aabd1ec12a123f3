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
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.posix.Renames.Place;
import org.bora.storage.spi.Acl;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.Vouched.Claim;

/**
 * Puts bytes that came from tape in the place of a stub and unlinks the stub. What a crash leaves:
 * bytes under the hidden name, finished or not; or the stub there, and the file in its place.
 */
final class StubToFile {
  static final String PREFIX = AreaPath.HIDDEN_PREFIX + "recall-";

  private static final int PRIVATE = 0600;
  private static final int SUPERUSER = 0;
  private static final long NEW_FILE =
      Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL | Flags.O_NOFOLLOW;

  /** Written anew, for the time that the file has then; the identifier last of all. */
  private static final Set<String> NOT_COPIED =
      Set.of(
          BoraAttributes.STUB,
          BoraAttributes.ADLER32,
          BoraAttributes.TAPE,
          BoraAttributes.PUT,
          FileSeal.NAME);

  private final CallFrame frame;
  private final Root root;
  private final Swaps swaps;
  private final Handle directory;
  private final Place name;
  private final Place hidden;
  private final UUID id;

  StubToFile(CallFrame frame, Root root, Handle directory, String name, UUID id) {
    this.frame = frame;
    this.root = root;
    this.swaps = new Swaps(frame, root);
    this.directory = directory;
    this.name = new Place(directory, name);
    this.hidden = new Place(directory, PREFIX + id);
    this.id = id;
  }

  /** Makes the hidden file. */
  String begin(long size) throws StorageException {
    int made = directory.tryOpen(frame, hidden.name(), NEW_FILE, PRIVATE);
    if (made < 0) {
      throw Failures.ofOpen(made, hidden.name());
    }
    try (Handle file = new Handle(made, hidden.name())) {
      // a list that the directory hands down must not apply yet
      Acls.setAccess(frame, file, Acl.ofMode(PRIVATE));
      Preallocation.take(frame, file, size, root.abilities());
      return root.physicalPathOf(frame, file);
    } catch (StorageException failure) {
      swaps.remove(hidden);
      throw failure;
    }
  }

  /** Checks the recalled bytes and publishes them. */
  void finish(Handle stub, TapeCopy copy) throws StorageException {
    try (Handle brought = directory.open(frame, hidden.name(), Uploads.FILE)) {
      requireOwn(brought, stub);
      verify(brought, copy);
      Dress dress = dress(stub);
      put(brought, stub, dress, copy);
      brought.sync(frame);
      refuseWritten(stub);
      refuseTouched(brought, dress, copy);
      if (!swaps.swap(brought, hidden, name, dress.stat().inode())) {
        swaps.remove(hidden);
        throw new StorageException(Reason.MISSING, "'" + name.name() + "' is another file now");
      }
      directory.sync(frame);
      swaps.remove(hidden);
      followChanges(brought, stub, dress, copy);
    }
  }

  /**
   * The file is about to be given to the owner of the stub: an account that may write here could
   * have linked or moved another account's file to the name.
   */
  private void requireOwn(Handle brought, Handle stub) throws StorageException {
    Stat stat = brought.stat(frame);
    if (stat.links() > 1) {
      throw new StorageException(
          Reason.DENIED, "'" + hidden.name() + "' has a second name; remove that name");
    }
    boolean own = stat.uid() == root.uid() || stat.uid() == SUPERUSER;
    if (!own && stat.uid() != stub.stat(frame).uid()) {
      throw new StorageException(
          Reason.DENIED,
          "'"
              + hidden.name()
              + "' belongs to account "
              + stat.uid()
              + "; the tape system writes as root, as Bora's account or as the owner of the file");
    }
  }

  private void verify(Handle brought, TapeCopy copy) throws StorageException {
    Stat before = brought.stat(frame);
    if (!before.isFile()) {
      throw new StorageException(Reason.ESCAPES, "'" + hidden.name() + "' is not a file");
    }
    String wrong = "";
    if (before.size() != copy.size()) {
      wrong = "size is " + before.size() + " and should be " + copy.size();
    } else {
      Checksums.Digests read =
          Checksums.of(frame, brought, before.size(), copy.sha256().isPresent(), bytes -> {});
      Uploads.refuseChanged(before, brought.stat(frame), brought);
      wrong = read.difference(copy.adler32(), copy.sha256());
    }
    if (!wrong.isEmpty()) {
      swaps.remove(hidden);
      throw new StorageException(
          Reason.DAMAGED, "'" + name.name() + "' came back from tape damaged: " + wrong);
    }
  }

  /** The visible attributes of a file. */
  private record Dress(Stat stat, Carried carried, Acl acl) {

    boolean looksLike(Dress other) {
      return carried.equals(other.carried)
          && acl.equals(other.acl)
          && stat.uid() == other.stat.uid()
          && stat.gid() == other.stat.gid()
          && stat.modified().equals(other.stat.modified());
    }
  }

  private Dress dress(Handle stub) throws StorageException {
    Stat stat = stub.stat(frame);
    Carried carried = BoraAttributes.carried(frame, stub, stat);
    StubMark mark = carried.mark().orElse(new StubMark(0, Optional.empty()));
    return new Dress(stat, carried, mark.opened(Acls.access(frame, stub, stat)));
  }

  private void put(Handle file, Handle stub, Dress dress, TapeCopy copy) throws StorageException {
    Copying.owner(frame, dress.stat(), file);
    Copying.attributes(frame, stub, file, NOT_COPIED);
    BoraAttributes.remove(frame, file, BoraAttributes.STUB);
    Copying.modified(frame, dress.stat(), file);
    Stat now = file.stat(frame);
    BoraAttributes.tape(frame, file, copy, now);
    BoraAttributes.write(frame, file, now, copy.adler32(), id);
    seal(file, now, stub, dress, copy);
    Acls.setAccess(frame, file, dress.acl());
  }

  /** What was sealed on the stub is sealed on the file that takes its place, and no more. */
  private void seal(Handle file, Stat now, Handle stub, Dress dress, TapeCopy copy)
      throws StorageException {
    Map<Claim, String> texts = new EnumMap<>(Claim.class);
    texts.put(Claim.ID, id.toString());
    texts.put(Claim.TAPE, TapeText.of(copy, now));
    dress.carried().label().ifPresent(label -> texts.put(Claim.LABEL, label.text()));
    texts.keySet().retainAll(FileSeal.toCarry(frame, root, stub, dress.stat()));
    FileSeal.begin(frame, root, file, now, texts);
  }

  /**
   * A tape reader that was considered dead may still write into the verified file; then this
   * attempt fails.
   */
  private void refuseTouched(Handle brought, Dress dress, TapeCopy copy) throws StorageException {
    Stat now = brought.stat(frame);
    if (now.size() != copy.size() || !now.modified().equals(dress.stat().modified())) {
      throw new StorageException(
          Reason.BUSY, "'" + hidden.name() + "' is written to after it was verified");
    }
  }

  /** Bytes in a stub were written with the power of root, past the mark. */
  private void refuseWritten(Handle stub) throws StorageException {
    Stat stat = stub.stat(frame);
    if (BoraAttributes.checksum(frame, stub, stat).isPresent()) {
      return;
    }
    boolean written =
        Unlocked.with(
            frame,
            directory,
            name.name(),
            open ->
                open.stat(frame).inode() == stat.inode()
                    && FileCalls.seekData(frame, open.descriptor(), 0) != -Errno.ENXIO);
    if (written) {
      throw new StorageException(
          Reason.BUSY,
          "bytes were written into the stub '" + name.name() + "'; it is not replaced");
    }
  }

  /** What was changed on the stub while the bytes were read; when, is as in {@link FileToStub}. */
  private void followChanges(Handle file, Handle stub, Dress copied, TapeCopy copy)
      throws StorageException {
    Dress now;
    try {
      now = dress(stub);
    } catch (StorageException failure) {
      if (Uploads.isGone(failure)) {
        return;
      }
      throw failure;
    }
    if (!now.looksLike(copied)) {
      put(file, stub, now, copy);
      file.sync(frame);
    }
  }
}
