package org.bora.storage.posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.Flags;
import org.bora.storage.spi.RootFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The mark of an area: an extended attribute of its root directory. SRM and GridFTP have no
 * operations on attributes, so no client can see or remove the mark. If the area's filesystem is
 * not mounted, the directory does not have it.
 */
public final class AreaMark {
  /** Its value is a UUID as text. */
  static final String MARK = "user.bora.area";

  private AreaMark() {}

  /**
   * Reads the mark of the directory that is now at {@code root}, independent of open handles.
   * Blocks as long as the filesystem does.
   */
  public static RootFacts look(Path root) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle directory = open(frame, root)) {
      return new RootFacts(mark(frame, directory), directory.stat(frame).inode());
    }
  }

  /**
   * Writes a mark and waits until it is on stable storage.
   *
   * @param replace whether to write over another mark; otherwise the mark that is there stays, also
   *     where two processes do this at the same moment
   * @return the mark that the directory has now
   */
  public static UUID mark(Path root, UUID mark, boolean replace) throws StorageException {
    try (CallFrame frame = new CallFrame();
        Handle held = open(frame, root);
        Handle directory = held.reopen(frame, Root.SYNC)) {
      byte[] text = mark.toString().getBytes(StandardCharsets.US_ASCII);
      int set =
          replace
              ? AttributeCalls.setHeld(frame, directory.descriptor(), MARK, text)
              : AttributeCalls.createHeld(frame, directory.descriptor(), MARK, text);
      if (set == -Errno.EPERM || set == -Errno.EACCES) {
        throw new StorageException(
            Reason.DENIED,
            ("the mark of the area cannot be written to %s (%s); let the account of Bora write to"
                    + " the directory, or as root run: setfattr -n %s -v %s '%s'")
                .formatted(root, Errno.name(-set), MARK, mark, root));
      }
      if (set != -Errno.EEXIST) {
        directory.check(set, "setxattr");
      }
      directory.sync(frame);
      return mark(frame, directory)
          .orElseThrow(
              () -> new StorageException(Reason.IO, "the mark of " + root + " cannot be read"));
    }
  }

  /** The area that a directory's mark names; empty for a value that is not a UUID. */
  static Optional<UUID> mark(CallFrame frame, Handle directory) throws StorageException {
    return BoraAttributes.read(frame, directory, MARK).flatMap(AreaMark::parsed);
  }

  private static Optional<UUID> parsed(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  private static Handle open(CallFrame frame, Path root) throws StorageException {
    Path real;
    try {
      real = root.toRealPath();
    } catch (IOException failure) {
      throw new StorageException(
          Reason.MISSING, root + " cannot be opened: " + failure.getMessage());
    }
    int opened =
        Handle.open(
            frame, Flags.AT_FDCWD, real.toString(), Root.LOOK, 0, Flags.RESOLVE_NO_SYMLINKS);
    if (opened < 0) {
      throw Failures.ofOpen(opened, real);
    }
    return new Handle(opened, root.toString());
  }
}
