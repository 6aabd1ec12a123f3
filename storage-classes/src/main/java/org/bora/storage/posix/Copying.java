package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.StorageException;

/** Copies the attributes of one file to another. */
final class Copying {
  private static final String USER = "user.";

  private Copying() {}

  /**
   * Copies the attributes of users, ours and strangers', except some. Those of the system are no
   * copies' business: lists are set as lists, labels of security modules by their policy.
   */
  static void attributes(CallFrame frame, Handle from, Handle to, Set<String> except)
      throws StorageException {
    MemorySegment buffer = AttributeCalls.longestBuffer(frame);
    for (String name : names(frame, from, buffer)) {
      if (name.startsWith(USER) && !except.contains(name)) {
        long length = Unlocked.get(frame, from, name, buffer);
        if (length != -Errno.ENODATA) {
          from.check(length, "getxattr");
          byte[] value = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
          to.check(AttributeCalls.setHeld(frame, to.descriptor(), name, value), "setxattr");
        }
      }
    }
  }

  private static List<String> names(CallFrame frame, Handle file, MemorySegment buffer)
      throws StorageException {
    long length = AttributeCalls.list(frame, file.descriptor(), buffer);
    file.check(length, "listxattr");
    byte[] bytes = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
    return Stream.of(new String(bytes, StandardCharsets.UTF_8).split("\0"))
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** Gives a file of the process to the owner of another. */
  static void owner(CallFrame frame, Stat from, Handle to) throws StorageException {
    Stat now = to.stat(frame);
    if (now.uid() != from.uid() || now.gid() != from.gid()) {
      int uid = now.uid() == from.uid() ? -1 : from.uid();
      to.check(FileCalls.fchown(frame, to.descriptor(), uid, from.gid()), "fchown");
    }
  }

  static void modified(CallFrame frame, Stat from, Handle to) throws StorageException {
    to.check(FileCalls.setModified(frame, to.descriptor(), from.modified()), "futimens");
  }
}
