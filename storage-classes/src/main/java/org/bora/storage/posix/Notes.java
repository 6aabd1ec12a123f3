package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Notes of doors on files, one attribute for each note: {@code TEXT SIZE SECONDS.NANOS}. The last
 * two are those of the content for which the note was written, as for checksums ({@link
 * ChecksumText}). Notes of directories, and permanent notes, consist of the text only. The owner of
 * a file can write any note, so no decision may depend on one.
 */
final class Notes {
  private static final String PREFIX = "user.bora.door.";
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9.]{0,31}");

  /** There is room for a short one as long as there is room for anything. */
  private static final int SHORT = 512;

  /** Size and time, behind the text. */
  private static final int CONTENT_BYTES = 64;

  private Notes() {}

  static void write(CallFrame frame, Handle file, Stat stat, String name, String text)
      throws StorageException {
    byte[] value = (text + content(stat, name)).getBytes(StandardCharsets.UTF_8);
    if (value.length > OpenFile.MOST_NOTE_BYTES + CONTENT_BYTES) {
      throw new StorageException(Reason.UNSUPPORTED, "a note of " + value.length + " bytes");
    }
    int set = AttributeCalls.setHeld(frame, file.descriptor(), attribute(name), value);
    if (set == -Errno.EOPNOTSUPP) {
      throw new StorageException(
          Reason.UNSUPPORTED, "the filesystem keeps no extended attributes of users");
    }
    if (set == -Errno.ENOSPC && value.length > SHORT) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          "the filesystem has no room for a note of " + value.length + " bytes");
    }
    file.check(set, "setxattr");
  }

  /** Of an entry that has its name already. */
  static boolean replace(
      CallFrame frame,
      Root root,
      AreaPath path,
      String name,
      Optional<String> before,
      Optional<String> text)
      throws StorageException {
    String where = path.isRoot() ? "." : path.toString();
    return Unlocked.with(
        frame,
        root.handle(),
        where,
        entry -> {
          Stat stat = entry.stat(frame);
          if (!stat.isFile() && !stat.isDirectory()) {
            throw new StorageException(Reason.UNSUPPORTED, "'" + where + "' has no notes");
          }
          if (stat.isDirectory() && !path.isRoot()) {
            DirectoryClaim.take(frame, root.handle(), where, entry);
          }
          Optional<String> there = read(frame, entry, stat, name);
          if (!there.equals(text) && !there.equals(before)) {
            return false;
          }
          if (text.isPresent()) {
            write(frame, entry, stat, name, text.get());
          } else {
            int removed = AttributeCalls.removeHeld(frame, entry.descriptor(), attribute(name));
            if (removed != -Errno.ENODATA) {
              entry.check(removed, "removexattr");
            }
          }
          entry.sync(frame);
          return true;
        });
  }

  static Optional<String> read(CallFrame frame, Handle file, Stat stat, String name)
      throws StorageException {
    MemorySegment buffer = frame.allocate(OpenFile.MOST_NOTE_BYTES + CONTENT_BYTES);
    long length = Unlocked.get(frame, file, attribute(name), buffer);
    if (length < 0) {
      return switch ((int) -length) {
        case Errno.ENODATA, Errno.ERANGE, Errno.EACCES, Errno.EPERM, Errno.EOPNOTSUPP ->
            Optional.empty();
        default -> throw Failures.of(length, "getxattr", file.where());
      };
    }
    String text =
        new String(
            buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
    String content = content(stat, name);
    return text.endsWith(content)
        ? Optional.of(text.substring(0, text.length() - content.length()))
        : Optional.empty();
  }

  /** The time of a directory changes with each name in it, and its note is not of them. */
  private static String content(Stat stat, String name) {
    return stat.isDirectory() || name.startsWith(OpenFile.LASTING_NOTE)
        ? ""
        : ChecksumText.content(stat);
  }

  private static String attribute(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' is not the name of a note");
    }
    return PREFIX + name;
  }
}
