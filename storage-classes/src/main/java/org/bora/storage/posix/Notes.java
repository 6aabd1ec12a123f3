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
import org.bora.storage.spi.OpenFile;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * What doors leave on files, one attribute for each note: {@code TEXT SIZE SECONDS.NANOS}. The last
 * two are those of the bytes that the text was written for, as with checksums ({@link
 * ChecksumText}). The owner of a file can write any note: nothing may be decided by one.
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
    byte[] value = (text + ChecksumText.content(stat)).getBytes(StandardCharsets.US_ASCII);
    if (value.length > OpenFile.MOST_NOTE_BYTES + CONTENT_BYTES) {
      throw new StorageException(Reason.UNSUPPORTED, "a note of " + value.length + " bytes");
    }
    int set = AttributeCalls.setHeld(frame, file.descriptor(), attribute(name), value);
    if (set == -Errno.EOPNOTSUPP || (set == -Errno.ENOSPC && value.length > SHORT)) {
      throw new StorageException(
          Reason.UNSUPPORTED,
          "the filesystem has no room for a note of " + value.length + " bytes");
    }
    file.check(set, "setxattr");
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
            buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII);
    String content = ChecksumText.content(stat);
    return text.endsWith(content)
        ? Optional.of(text.substring(0, text.length() - content.length()))
        : Optional.empty();
  }

  private static String attribute(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' is not the name of a note");
    }
    return PREFIX + name;
  }
}
