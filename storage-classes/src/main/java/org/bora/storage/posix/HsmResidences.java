package org.bora.storage.posix;

import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.FoundResidue;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;

/**
 * Residences for a filesystem that itself removes bytes from disk and brings them back. A released
 * file keeps its mode: a reader waits until the filesystem has recalled it. Stubs that Bora made
 * earlier still work.
 */
final class HsmResidences implements Residences {
  private final Root root;
  private final Hsm hsm;
  private final PosixResidences stubs;

  HsmResidences(Root root, Hsm hsm) {
    this.root = root;
    this.hsm = hsm;
    this.stubs = new PosixResidences(root);
  }

  /** An examined file. */
  private record Seen(boolean stub, Hsm.State state, Hsm.Target target, Optional<TapeCopy> tape) {
    boolean isReleased() {
      return state.released();
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T on(CallFrame frame, Handle file, Carried carried) throws StorageException;
  }

  private <T> T with(AreaPath path, UUID id, Work<T> work) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle entry = root.open(frame, path, Root.ENTRY)) {
      Stat stat = entry.stat(frame);
      Carried carried =
          stat.isFile() ? BoraAttributes.carried(frame, entry, stat) : Carried.NOTHING;
      if (!carried.isOf(id)) {
        throw new StorageException(Reason.MISSING, "'" + path + "' is another file now");
      }
      return Unlocked.with(frame, entry, file -> work.on(frame, file, carried));
    } catch (StorageException failure) {
      throw Uploads.isGone(failure)
          ? new StorageException(Reason.MISSING, failure.getMessage())
          : failure;
    }
  }

  private Seen seen(AreaPath path, UUID id) throws StorageException {
    return with(
        path,
        id,
        (frame, file, carried) ->
            new Seen(
                carried.isStub(),
                hsm.state(frame, file.descriptor()),
                hsm.target(frame, file.descriptor()),
                carried.tape()));
  }

  @Override
  public UUID adopt(AreaPath path) throws StorageException {
    return stubs.adopt(path);
  }

  @Override
  public void noteTapeCopy(AreaPath path, UUID id, TapeCopy copy) throws StorageException {
    Seen seen = seen(path, id);
    if (!seen.isReleased()) {
      stubs.noteTapeCopy(path, id, copy);
    } else if (!seen.tape().equals(Optional.of(copy))) {
      throw notOnDisk(path);
    }
  }

  @Override
  public void noteTrouble(AreaPath path, UUID id, Optional<Residency.Trouble> trouble)
      throws StorageException {
    Seen seen = seen(path, id);
    if (!seen.isReleased()) {
      stubs.noteTrouble(path, id, trouble);
      return;
    }
    with(
        path,
        id,
        (frame, file, carried) -> {
          BoraAttributes.trouble(frame, file, trouble);
          file.sync(frame);
          return null;
        });
  }

  @Override
  public PreparedRelease prepareRelease(AreaPath path, UUID id) throws StorageException {
    Seen seen = seen(path, id);
    if (seen.stub()) {
      return stubs.prepareRelease(path, id);
    }
    return new PreparedRelease() {
      @Override
      public void carryOut() throws StorageException {
        if (!seen.isReleased()) {
          take(path, id, seen);
        }
      }

      @Override
      public void close() {
        // nothing was made
      }
    };
  }

  /** Who reads a released file waits until the filesystem has brought it. */
  @Override
  public boolean keep(AreaPath path, UUID id) throws StorageException {
    return !seen(path, id).isReleased() && stubs.keep(path, id);
  }

  private void take(AreaPath path, UUID id, Seen seen) throws StorageException {
    with(
        path,
        id,
        (frame, file, carried) -> {
          FileToStub.checkReleasable(frame, file, file.stat(frame), path.name(), id);
          return null;
        });
    try (CallFrame frame = new CallFrame()) {
      release(frame, path, seen);
    }
  }

  /** No process may have the file open by now, ourselves included. */
  private void release(CallFrame frame, AreaPath path, Seen seen) throws StorageException {
    if (!seen.state().archived()) {
      int asked = hsm.archive(frame, seen.target());
      if (asked < 0) {
        throw Failures.of(asked, "HSM archive", path);
      }
      throw new StorageException(
          Reason.BUSY, "'" + path + "' goes to the archive of the filesystem first");
    }
    int released = hsm.release(frame, seen.target());
    if (released == -Errno.EPERM) {
      throw new StorageException(Reason.BUSY, "'" + path + "' was changed since it was archived");
    }
    if (released < 0) {
      throw Failures.of(released, "HSM release", path);
    }
  }

  /** Asks the filesystem for the bytes, and tells where they will be. */
  @Override
  public String beginRecall(AreaPath path, UUID id, long size) throws StorageException {
    Seen seen = seen(path, id);
    if (!seen.isReleased()) {
      return stubs.beginRecall(path, id, size);
    }
    try (CallFrame frame = new CallFrame();
        Handle entry = root.open(frame, path, Root.ENTRY)) {
      int asked = hsm.restore(frame, seen.target());
      if (asked < 0) {
        throw Failures.of(asked, "HSM restore", path);
      }
      return root.physicalPathOf(frame, entry);
    }
  }

  @Override
  public void finishRecall(AreaPath path, UUID id) throws StorageException {
    Seen seen = seen(path, id);
    if (seen.isReleased()) {
      throw new StorageException(
          Reason.MISSING, "the filesystem has not brought '" + path + "' back");
    }
    if (seen.stub()) {
      stubs.finishRecall(path, id);
      return;
    }
    syncName(path); // it may have taken the place of a stub
    try {
      stubs.verify(path, id, bytes -> {});
    } catch (StorageException failure) {
      if (failure.reason() == Reason.DAMAGED) {
        release(path, id);
      }
      throw failure;
    }
    with(
        path,
        id,
        (frame, file, carried) -> {
          BoraAttributes.trouble(frame, file, Optional.empty());
          return null;
        });
  }

  private void syncName(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle directory = root.openParent(frame, path, Root.SYNC)) {
      directory.sync(frame);
    }
  }

  @Override
  public void discardRecall(AreaPath path, UUID id) throws StorageException {
    stubs.discardRecall(path, id);
  }

  @Override
  public void verify(AreaPath path, UUID id, Pace pace) throws StorageException {
    refuseReleased(path, id);
    stubs.verify(path, id, pace);
  }

  private void refuseReleased(AreaPath path, UUID id) throws StorageException {
    if (seen(path, id).isReleased()) {
      throw notOnDisk(path);
    }
  }

  private static StorageException notOnDisk(AreaPath path) {
    return new StorageException(Reason.UNSUPPORTED, "'" + path + "' is only on tape");
  }

  @Override
  public void eachResidue(Consumer<FoundResidue> found) throws StorageException {
    stubs.eachResidue(found);
  }

  @Override
  public void settle(FoundResidue residue) throws StorageException {
    stubs.settle(residue);
  }
}
