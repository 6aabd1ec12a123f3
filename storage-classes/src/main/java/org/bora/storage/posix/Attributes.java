package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.StorageException;

/** What Bora keeps beside the bytes of a file. */
final class Attributes {
  static final String ADLER32 = "user.bora.adler32";
  static final String PUT = "user.bora.put";
  static final String LABEL = "user.bora.file";

  /** Written by StoRM's doors without any sign of which content it was computed for. */
  private static final String STORM_ADLER32 = "user.storm.checksum.adler32";

  private Attributes() {}

  /**
   * What a file carries.
   *
   * @param adler32 where one is known that fits its size and time
   */
  record Carried(Optional<String> adler32, Optional<UUID> id, Optional<FileLabel> label) {
    static final Carried NOTHING =
        new Carried(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** All of it; one call to the filesystem for a file that no upload made. */
  static Carried carried(CallFrame frame, Handle file, Stat stat) throws StorageException {
    Optional<String> checksum = read(frame, file, ADLER32);
    return checksum.isEmpty()
        ? Carried.NOTHING
        : new Carried(
            ChecksumText.digitsFor(checksum.get(), stat),
            read(frame, file, PUT).flatMap(Attributes::id),
            read(frame, file, LABEL).filter(FileLabel::isPossible).map(FileLabel::new));
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException notOurs) {
      return Optional.empty();
    }
  }

  /** The checksum of a file, where one is known that fits its size and time. */
  static Optional<String> checksum(CallFrame frame, Handle file, Stat stat)
      throws StorageException {
    return read(frame, file, ADLER32).flatMap(text -> ChecksumText.digitsFor(text, stat));
  }

  /** Whether a file was made by the upload {@code id}. */
  static boolean isOf(CallFrame frame, Handle file, UUID id) throws StorageException {
    return read(frame, file, PUT).filter(id.toString()::equals).isPresent();
  }

  /**
   * Writes what {@link #checksum} and {@link #isOf} read. The identifier comes last: a file that
   * carries it carries its checksum too.
   */
  static void write(CallFrame frame, Handle file, Stat stat, String digits, UUID id)
      throws StorageException {
    int removed = AttributeCalls.remove(frame, file.descriptor(), STORM_ADLER32);
    if (removed < 0 && removed != -Errno.ENODATA) {
      throw Failures.of(removed, "fremovexattr", file.where());
    }
    set(frame, file, ADLER32, ChecksumText.of(digits, stat));
    set(frame, file, PUT, id.toString());
  }

  /** The file's descriptor is a real one, not O_PATH. */
  static void label(CallFrame frame, Handle file, FileLabel label) throws StorageException {
    set(frame, file, LABEL, label.text());
  }

  private static void set(CallFrame frame, Handle file, String name, String value)
      throws StorageException {
    file.check(AttributeCalls.set(frame, file.descriptor(), name, value), "fsetxattr");
  }

  private static Optional<String> read(CallFrame frame, Handle file, String name)
      throws StorageException {
    MemorySegment buffer = AttributeCalls.buffer(frame);
    long length = AttributeCalls.get(frame, file.descriptor(), name, buffer);
    if (length >= 0) {
      byte[] bytes = buffer.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE);
      return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
    }
    return switch ((int) -length) {
      // not there; not ours (too long); not ours to read; none possible on this kind of entry
      case Errno.ENODATA, Errno.ERANGE, Errno.EACCES, Errno.EPERM, Errno.EOPNOTSUPP ->
          Optional.empty();
      default -> throw Failures.of(length, "getxattr", file.where());
    };
  }
}
