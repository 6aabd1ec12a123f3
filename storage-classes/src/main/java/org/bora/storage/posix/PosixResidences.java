package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.StatCalls;
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
import org.bora.storage.spi.Vouched.Claim;

/** Residences on a filesystem without tape support, with stubs that Bora makes itself. */
final class PosixResidences implements Residences {
  private final Root root;

  PosixResidences(Root root) {
    this.root = root;
  }

  @Override
  public UUID adopt(AreaPath path) throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      return Adoption.run(frame, root, path);
    }
  }

  @Override
  public void noteTapeCopy(AreaPath path, UUID id, TapeCopy copy) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Named named = named(frame, path, id)) {
      if (named.carried().isStub()) {
        if (!named.carried().tape().equals(Optional.of(copy))) {
          throw notOnDisk(path);
        }
        return;
      }
      withFile(
          frame,
          named,
          file -> {
            Stat stat = file.stat(frame);
            boolean same =
                BoraAttributes.checksum(frame, file, stat).equals(Optional.of(copy.adler32()));
            if (!same || stat.size() != copy.size()) {
              throw new StorageException(
                  Reason.BUSY, "'" + path + "' was changed while it was copied to tape");
            }
            BoraAttributes.tape(frame, file, copy, stat);
            FileSeal.add(frame, root, file, stat, Map.of(Claim.TAPE, TapeText.of(copy, stat)));
            file.sync(frame);
          });
    }
  }

  @Override
  public void noteTrouble(AreaPath path, UUID id, Optional<Residency.Trouble> trouble)
      throws StorageException {
    try (CallFrame frame = new CallFrame();
        Named named = named(frame, path, id)) {
      if (!named.carried().isStub()) {
        if (trouble.isPresent()) {
          throw new StorageException(Reason.UNSUPPORTED, "'" + path + "' is on disk");
        }
        return;
      }
      withFile(
          frame,
          named,
          file -> {
            StubMark mark = named.carried().mark().orElseThrow().withTrouble(trouble);
            Stubs.remark(frame, root, file, mark);
            file.sync(frame);
          });
    }
  }

  @Override
  public PreparedRelease prepareRelease(AreaPath path, UUID id) throws StorageException {
    CallFrame frame = new CallFrame();
    try {
      Named named = named(frame, path, id);
      named.entry().close();
      try {
        settle(frame, named, id);
        if (named.carried().isStub()) {
          named.directory().sync(frame);
          return new StubRelease(frame, named.directory(), Optional.empty());
        }
        FileToStub release = new FileToStub(frame, root, named.directory(), path.name(), id);
        return new StubRelease(frame, named.directory(), Optional.of(release));
      } catch (StorageException failure) {
        named.directory().close();
        throw failure;
      }
    } catch (StorageException failure) {
      frame.close();
      throw failure;
    }
  }

  @Override
  public boolean keep(AreaPath path, UUID id) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Named named = named(frame, path, id, RecentAttributes.HERE)) {
      new Settling(frame, root, named.directory(), id).withdrawRelease(path.name());
      // what has the name now: the release may have been carried out since the look
      try (Handle entry = named.directory().open(frame, path.name(), Root.ENTRY)) {
        Carried carried = carried(frame, entry, RecentAttributes.HERE);
        if (!carried.isOf(id)) {
          throw another(path);
        }
        if (carried.isStub()) {
          return false;
        }
        waitWhereRecalled(frame, named.directory(), id);
        return true;
      }
    }
  }

  /**
   * A recall keeps the stub under its hidden name until the file in its place is on stable storage.
   * Where it is there still, its process waits for that now, or has died before.
   */
  private static void waitWhereRecalled(CallFrame frame, Handle directory, UUID id)
      throws StorageException {
    String stub = StubToFile.PREFIX + id;
    MemorySegment buffer = StatCalls.buffer(frame);
    int found = StatCalls.statx(frame, directory.descriptor(), stub, buffer);
    if (found >= 0) {
      directory.sync(frame);
    } else if (found != -Errno.ENOENT) {
      throw Failures.of(found, "statx", stub);
    }
  }

  @Override
  public String beginRecall(AreaPath path, UUID id, long size) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Named named = named(frame, path, id)) {
      if (!named.carried().isStub()) {
        named.directory().sync(frame); // who put it in place may have died before it waited
      }
      settle(frame, named, id);
      if (!named.carried().isStub()) {
        throw new StorageException(Reason.UNSUPPORTED, "'" + path + "' is on disk");
      }
      return recall(frame, named, id).begin(size);
    }
  }

  @Override
  public void finishRecall(AreaPath path, UUID id) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Named named = named(frame, path, id)) {
      if (named.carried().isStub()) {
        recall(frame, named, id).finish(named.entry(), copyOf(named));
      } else {
        named.directory().sync(frame);
        settle(frame, named, id);
      }
    }
  }

  @Override
  public void discardRecall(AreaPath path, UUID id) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle directory = root.openParent(frame, path, Root.SYNC)) {
      new Settling(frame, root, directory, id).run(Optional.of(path.name()));
    } catch (StorageException failure) {
      if (!Uploads.isGone(failure)) {
        throw failure;
      }
    }
  }

  @Override
  public void verify(AreaPath path, UUID id, Pace pace) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Named named = named(frame, path, id)) {
      if (named.carried().isStub()) {
        throw notOnDisk(path);
      }
      withFile(frame, named, file -> compare(frame, file, pace));
    }
  }

  private static void compare(CallFrame frame, Handle file, Pace pace) throws StorageException {
    Stat before = file.stat(frame);
    Carried carried = BoraAttributes.carried(frame, file, before);
    String expected =
        carried
            .adler32()
            .orElseThrow(
                () ->
                    new StorageException(
                        Reason.BUSY,
                        "'" + file.where() + "' was changed since its checksum was computed"));
    Optional<String> sha256 = carried.tape().flatMap(TapeCopy::sha256);
    Checksums.Digests read = Checksums.of(frame, file, before.size(), sha256.isPresent(), pace);
    Uploads.refuseChanged(before, file.stat(frame), file);
    String difference = read.difference(expected, sha256);
    if (!difference.isEmpty()) {
      throw new StorageException(
          Reason.DAMAGED, "'" + file.where() + "' is damaged: " + difference);
    }
  }

  @Override
  public void eachResidue(Consumer<FoundResidue> found) throws StorageException {
    try (CallFrame frame = new CallFrame();
        HiddenWalk walk =
            new HiddenWalk(
                new DirectoryReader(root.open(frame, AreaPath.ROOT, Root.SYNC)),
                List.of(FileToStub.PREFIX, StubToFile.PREFIX),
                (AreaPath directory, UUID id, Instant modifiedAt) ->
                    found.accept(new FoundResidue(directory, id, modifiedAt)))) {
      walk.run();
    }
  }

  @Override
  public void settle(FoundResidue residue) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle directory = root.open(frame, residue.directory(), Root.SYNC | Flags.O_NOFOLLOW)) {
      Optional<String> name = Settling.nameOf(frame, directory, residue.id());
      new Settling(frame, root, directory, residue.id()).run(name);
    } catch (StorageException failure) {
      if (!Uploads.isGone(failure)) {
        throw failure;
      }
    }
  }

  /** A file with the requested identifier, and its directory. */
  private record Named(Handle directory, Handle entry, Carried carried) implements AutoCloseable {
    @Override
    public void close() {
      entry.close();
      directory.close();
    }
  }

  private Named named(CallFrame frame, AreaPath path, UUID id) throws StorageException {
    return named(frame, path, id, RecentAttributes.NONE);
  }

  private Named named(CallFrame frame, AreaPath path, UUID id, RecentAttributes recent)
      throws StorageException {
    try {
      Handle directory = root.openParent(frame, path, Root.SYNC);
      try {
        return named(frame, directory, path, id, recent);
      } catch (StorageException failure) {
        directory.close();
        throw failure;
      }
    } catch (StorageException failure) {
      throw Uploads.isGone(failure)
          ? new StorageException(Reason.MISSING, failure.getMessage())
          : failure;
    }
  }

  private static Named named(
      CallFrame frame, Handle directory, AreaPath path, UUID id, RecentAttributes recent)
      throws StorageException {
    Handle entry = directory.open(frame, path.name(), Root.ENTRY);
    try {
      Carried carried = carried(frame, entry, recent);
      if (!carried.isOf(id)) {
        throw another(path);
      }
      return new Named(directory, entry, carried);
    } catch (StorageException failure) {
      entry.close();
      throw failure;
    }
  }

  /** What the entry carries; read anew unless that is known of a file with this very status. */
  private static Carried carried(CallFrame frame, Handle entry, RecentAttributes recent)
      throws StorageException {
    Stat stat = entry.stat(frame);
    if (!stat.isFile()) {
      return Carried.NOTHING;
    }
    Optional<KnownFile> known = recent.find(stat);
    return known.isPresent() ? known.get().carried() : BoraAttributes.carried(frame, entry, stat);
  }

  private static StorageException another(AreaPath path) {
    return new StorageException(Reason.MISSING, "'" + path + "' is another file now");
  }

  /** Works on the file that was checked, whatever its name refers to now. */
  private static void withFile(CallFrame frame, Named named, FileWork work)
      throws StorageException {
    Unlocked.with(
        frame,
        named.entry(),
        file -> {
          work.on(file);
          return null;
        });
  }

  @FunctionalInterface
  private interface FileWork {
    void on(Handle file) throws StorageException;
  }

  private StubToFile recall(CallFrame frame, Named named, UUID id) {
    return new StubToFile(frame, root, named.directory(), named.entry().where(), id);
  }

  private void settle(CallFrame frame, Named named, UUID id) throws StorageException {
    new Settling(frame, root, named.directory(), id).run(Optional.of(named.entry().where()));
  }

  private static TapeCopy copyOf(Named named) throws StorageException {
    return named
        .carried()
        .tape()
        .orElseThrow(
            () ->
                new StorageException(
                    Reason.IO,
                    "the stub '" + named.entry().where() + "' does not say where its copy is"));
  }

  private static StorageException notOnDisk(AreaPath path) {
    return new StorageException(Reason.UNSUPPORTED, "'" + path + "' is only on tape");
  }
}
