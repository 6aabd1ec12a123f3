package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.FileCalls;
import org.bora.storage.spi.StorageException;

/**
 * Reads the names of one open directory through a buffer of fixed size. Owns the directory. Used by
 * the thread that made it.
 */
final class DirectoryReader implements AutoCloseable {
  private static final int BUFFER_BYTES = 32 * 1024;

  // struct linux_dirent64: inode, position, length of the record, type, name
  private static final long NEXT = 8;
  private static final long RECORD_LENGTH = 16;
  private static final long TYPE = 18;
  private static final long NAME = 19;

  private static final byte TYPE_UNKNOWN = 0;
  private static final byte TYPE_DIRECTORY = 4;

  private final CallFrame frame = new CallFrame();
  private final MemorySegment buffer = frame.allocate(BUFFER_BYTES);
  private final Handle directory;
  private long filled;
  private long position;

  /** Where the directory has the record that was read last, and the one behind it. */
  private long at;

  private long next;

  DirectoryReader(Handle directory) {
    this.directory = directory;
  }

  /**
   * A name, and its kind according to the directory.
   *
   * @param mayBeDirectory false only if it is certainly not a directory
   */
  record Name(String text, boolean mayBeDirectory) {}

  Handle directory() {
    return directory;
  }

  /** Lives as long as this; for memory that is taken once. */
  CallFrame frame() {
    return frame;
  }

  /**
   * The next name in the directory's order, without {@code .} and {@code ..}; empty at the end. A
   * name that is not UTF-8 is passed over: no SRM client could say it.
   */
  Optional<Name> next() throws StorageException {
    while (true) {
      if (position == filled && !fill()) {
        return Optional.empty();
      }
      long record = position;
      at = next;
      next = buffer.get(ValueLayout.JAVA_LONG_UNALIGNED, record + NEXT);
      position +=
          Short.toUnsignedInt(buffer.get(ValueLayout.JAVA_SHORT_UNALIGNED, record + RECORD_LENGTH));
      byte type = buffer.get(ValueLayout.JAVA_BYTE, record + TYPE);
      Optional<String> text = decode(record + NAME, position);
      if (text.isPresent() && !text.get().equals(".") && !text.get().equals("..")) {
        return text.map(t -> new Name(t, type == TYPE_DIRECTORY || type == TYPE_UNKNOWN));
      }
    }
  }

  /**
   * Where the directory has the name that was read last. Of use to another reader as long as the
   * directory is the same; whether the filesystem leads back there, the name that is read there
   * tells.
   */
  long at() {
    return at;
  }

  /**
   * Continues at a position; 0 is the beginning. Returns false if there is no such position; the
   * reader's position is then undefined.
   */
  boolean seek(long target) {
    filled = 0;
    position = 0;
    next = target;
    return FileCalls.seekTo(frame, directory.descriptor(), target) == target;
  }

  private boolean fill() throws StorageException {
    long read;
    do {
      read = FileCalls.getdents64(frame, directory.descriptor(), buffer);
    } while (read == -Errno.EINTR);
    if (read == -Errno.ENOENT) {
      // the directory was removed while open: it has no more names
      read = 0;
    }
    directory.check(read, "getdents64");
    filled = read;
    position = 0;
    return read > 0;
  }

  private Optional<String> decode(long start, long recordEnd) {
    long end = start;
    byte all = 0;
    while (end < recordEnd && buffer.get(ValueLayout.JAVA_BYTE, end) != 0) {
      all |= buffer.get(ValueLayout.JAVA_BYTE, end);
      end++;
    }
    byte[] bytes = buffer.asSlice(start, end - start).toArray(ValueLayout.JAVA_BYTE);
    if (all >= 0) {
      return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
    } catch (CharacterCodingException notText) {
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    directory.close();
    frame.close();
  }
}
