package org.bora.storage.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CLibrary;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.quota.SpaceGauge;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.FileSystemDriver;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TreeSettings;
import org.bora.storage.spi.Upload;

/**
 * Any POSIX filesystem of Linux that has extended attributes: XFS, ext4, btrfs, CephFS, and so on.
 */
public final class PosixDriver implements FileSystemDriver {
  private static final long NEW_FILE = Flags.O_WRONLY | Flags.O_CREAT | Flags.O_EXCL;
  private static final int PRIVATE = 0600;

  /** No account: it is not known before the probe has created a file. */
  private static final int NOBODY_YET = -1;

  @Override
  public String name() {
    return "posix";
  }

  @Override
  public AreaTree open(Path root, TreeSettings settings) throws StorageException {
    if (!settings.striping().isInherited()) {
      throw new StorageException(
          Reason.UNSUPPORTED, "driver posix has no striping; driver lustre and gpfs do");
    }
    if (settings.hsm()) {
      throw new StorageException(
          Reason.UNSUPPORTED, "driver posix knows of no HSM; driver lustre does");
    }
    return open(root, settings, physical -> Abilities.NONE);
  }

  /** Finds out what the filesystem of an area can do, once its physical root is known. */
  @FunctionalInterface
  public interface Discovery {
    Abilities at(String root) throws StorageException;
  }

  /** Opens an area for a driver of a filesystem that is more than POSIX. */
  public AreaTree open(Path root, TreeSettings settings, Discovery discovery)
      throws StorageException {
    Optional<String> missing = CLibrary.missing();
    if (missing.isPresent()) {
      throw new StorageException(Reason.UNSUPPORTED, missing.get());
    }
    Path real = realPath(root);
    Root opened = openRoot(real, discovery.at(real.toString()), settings);
    try (CallFrame frame = new CallFrame()) {
      Root known = probe(frame, opened);
      return new PosixTree(
          real, known, gauge(frame, known, settings.spaceSource()), settings.preallocate());
    } catch (StorageException failure) {
      opened.close();
      throw failure;
    }
  }

  private static SpaceGauge gauge(CallFrame frame, Root root, SpaceSource source)
      throws StorageException {
    try (Handle directory = root.open(frame, AreaPath.ROOT, Root.SYNC)) {
      return SpaceGauge.open(
          frame, directory.descriptor(), root.physical(), source, root.abilities().spaces());
    }
  }

  private static Path realPath(Path root) throws StorageException {
    try {
      return root.toRealPath();
    } catch (IOException failure) {
      throw new StorageException(
          Reason.MISSING, root + " cannot be opened: " + failure.getMessage());
    }
  }

  private static Root openRoot(Path real, Abilities abilities, TreeSettings settings)
      throws StorageException {
    try (CallFrame frame = new CallFrame()) {
      int opened =
          Handle.open(
              frame, Flags.AT_FDCWD, real.toString(), Root.LOOK, 0, Flags.RESOLVE_NO_SYMLINKS);
      if (opened >= 0) {
        return new Root(
            new Handle(opened, "."),
            real.toString(),
            abilities,
            false,
            new StormMarks(settings.stormUntil()),
            NOBODY_YET,
            settings.seals());
      }
      switch (-opened) {
        case Errno.ENOSYS, Errno.EPERM ->
            throw new StorageException(
                Reason.UNSUPPORTED,
                "this machine has no openat2: Linux 5.6 or later is needed, and in a container a"
                    + " seccomp profile that allows it (Docker 20.10 or later)");
        case Errno.ENOTDIR ->
            throw new StorageException(Reason.NOT_A_DIRECTORY, real + " is not a directory");
        default -> throw Failures.ofOpen(opened, real);
      }
    }
  }

  /**
   * Executes the steps of an upload once. The file has the name of an upload without a put, so the
   * sweep removes it if this process dies here.
   *
   * @return the root, with the abilities of its filesystem
   */
  private static Root probe(CallFrame frame, Root root) throws StorageException {
    String name = Upload.PREFIX + UUID.randomUUID();
    int made = root.handle().tryOpen(frame, name, NEW_FILE, PRIVATE);
    if (made < 0) {
      StorageException failure = Failures.ofOpen(made, name);
      throw new StorageException(
          failure.reason(),
          root.physical() + " is not writable for this process: " + Errno.name(-made));
    }
    try (Handle file = new Handle(made, name)) {
      int set = AttributeCalls.set(frame, made, BoraAttributes.PUT, name);
      long got = AttributeCalls.get(frame, made, BoraAttributes.PUT, AttributeCalls.buffer(frame));
      if (set < 0 || got < 0) {
        throw new StorageException(
            Reason.UNSUPPORTED,
            root.physical()
                + " does not keep extended attributes (user.*): "
                + Errno.name((int) -Math.min(set, got))
                + "; mount its filesystem with them, and see that /proc is mounted");
      }
      root.physicalPathOf(frame, file);
      return root.knowing(Acls.areListed(frame, file), file.stat(frame).uid());
    } finally {
      int ignored = NameCalls.unlinkat(frame, root.handle().descriptor(), name, 0);
    }
  }
}
