package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.Flags;
import org.bora.storage.linux.NameCalls;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.SealKeys;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * The root of an area, and the only way from an {@link AreaPath} to something open.
 *
 * @param handle kept while the area is open
 * @param physical absolute path of the root, without links
 * @param abilities of the filesystem
 * @param listsAcls whether the filesystem lists access control lists among the attributes of an
 *     entry
 * @param storm decides which files have valid attributes of StoRM
 * @param uid of the files that this process makes here: a server may map root to another account
 * @param keys keys with which Bora seals its attributes
 */
record Root(
    Handle handle,
    String physical,
    Abilities abilities,
    boolean listsAcls,
    StormMarks storm,
    int uid,
    SealKeys keys)
    implements AutoCloseable {
  /** A directory to look names up in. */
  static final long LOOK = Flags.O_PATH | Flags.O_DIRECTORY;

  /** A directory to list, or to sync after a change. */
  static final long SYNC = Flags.O_RDONLY | Flags.O_DIRECTORY;

  /** An entry as it is, a link included, without touching its content. */
  static final long ENTRY = Flags.O_PATH | Flags.O_NOFOLLOW;

  private static final int PATH_MAX = 4096;

  /** The same root, knowing this about its filesystem. */
  Root knowing(boolean aclsAreListed, int processUid) {
    return new Root(handle, physical, abilities, aclsAreListed, storm, processUid, keys);
  }

  /**
   * Holds the present mount at the path, if it is another one and has the mark. The number of the
   * descriptor stays the same, so a thread that is about to use it finds the new directory.
   */
  boolean follow(CallFrame frame, UUID mark) throws StorageException {
    int opened = Handle.open(frame, Flags.AT_FDCWD, physical, LOOK, 0, Flags.RESOLVE_NO_SYMLINKS);
    if (opened < 0) {
      throw Failures.ofOpen(opened, ".");
    }
    try (Handle now = new Handle(opened, ".")) {
      boolean same = now.place(frame).equals(handle.place(frame));
      if (same || !AreaMark.mark(frame, now).equals(Optional.of(mark))) {
        return false;
      }
      handle.check(FileCalls.replace(frame, opened, handle.descriptor()), "dup3");
      return true;
    }
  }

  /** Opens an entry or directory by its whole path. */
  Handle open(CallFrame frame, AreaPath path, long flags) throws StorageException {
    return handle.open(frame, path.isRoot() ? "." : path.toString(), flags);
  }

  /**
   * Opens the directory that {@code path} is a name in.
   *
   * @throws StorageException DENIED for the root, which is a name in nothing of ours
   */
  Handle openParent(CallFrame frame, AreaPath path, long flags) throws StorageException {
    AreaPath parent =
        path.parent()
            .orElseThrow(
                () -> new StorageException(Reason.DENIED, "the root of an area stays as it is"));
    return open(frame, parent, flags);
  }

  /**
   * Where something open lies, as the kernel names it.
   *
   * @throws StorageException MISSING when it was removed meanwhile
   */
  String physicalPathOf(CallFrame frame, Handle open) throws StorageException {
    MemorySegment buffer = frame.allocate(PATH_MAX);
    long length = NameCalls.readHeldPath(frame, open.descriptor(), buffer);
    open.check(length, "readlink");
    byte[] bytes = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    String path = new String(bytes, StandardCharsets.UTF_8);
    if (open.stat(frame).links() == 0) {
      throw new StorageException(Reason.MISSING, "'" + open.where() + "' was removed");
    }
    if (!path.equals(physical) && !path.startsWith(prefix())) {
      throw new StorageException(
          Reason.ESCAPES, "'" + open.where() + "' was moved out of the area or the area was moved");
    }
    return path;
  }

  /** A physical path of {@link #physicalPathOf} as the area names it. */
  String beneath(String physicalPath) {
    return physicalPath.substring(Math.min(prefix().length(), physicalPath.length()));
  }

  private String prefix() {
    return physical.endsWith("/") ? physical : physical + "/";
  }

  @Override
  public void close() {
    handle.close();
  }
}
