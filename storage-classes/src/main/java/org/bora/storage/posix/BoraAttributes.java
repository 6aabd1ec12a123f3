package org.bora.storage.posix;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.bora.storage.linux.AttributeCalls;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.Errno;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.FileLabel;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.Residency.Trouble;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;

/** The attributes that Bora stores with a file. */
final class BoraAttributes {
  static final String ADLER32 = "user.bora.adler32";
  static final String PUT = "user.bora.put";
  static final String LABEL = "user.bora.file";
  static final String TAPE = "user.bora.tape";
  static final String STUB = "user.bora.stub";
  private static final String TROUBLE = "user.bora.trouble";

  /** Written by StoRM's doors without any sign of which content it was computed for. */
  static final String STORM_ADLER32 = "user.storm.checksum.adler32";

  /** Set by StoRM's tape systems on a file that they have copied. */
  static final String STORM_MIGRATED = "user.storm.migrated";

  /** Texts of the tape attribute are longer than all others. */
  private static final long TAPE_BYTES = 1024;

  private BoraAttributes() {}

  /**
   * The attributes of a file.
   *
   * @param adler32 present if one is known that matches its size and time
   * @param tape present under the same condition; for a stub, whatever its time is
   * @param mark present for a stub
   */
  record Carried(
      Optional<String> adler32,
      Optional<UUID> id,
      Optional<FileLabel> label,
      Optional<TapeCopy> tape,
      Optional<StubMark> mark) {
    static final Carried NOTHING =
        new Carried(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    boolean isOf(UUID wanted) {
      return id.filter(wanted::equals).isPresent();
    }

    boolean isStub() {
      return mark.isPresent();
    }

    Residency residency() {
      return mark.map(stub -> new Residency(false, tape, stub.trouble()))
          .orElseGet(
              () -> tape.isEmpty() ? Residency.DISK : new Residency(true, tape, Optional.empty()));
    }
  }

  /** All of it; one call to the filesystem for a file that no upload made. */
  static Carried carried(CallFrame frame, Handle file, Stat stat) throws StorageException {
    return AttributeTexts.read(frame, file, stat).carried(stat);
  }

  /** The same of texts that have been read, of a file that is no stub; without its identifier. */
  static Carried carried(
      Stat stat, Optional<String> checksum, Optional<String> label, Optional<String> tape) {
    return new Carried(
        checksum.flatMap(text -> ChecksumText.digitsFor(text, stat)),
        Optional.empty(),
        label.filter(FileLabel::isPossible).map(FileLabel::new),
        tape.filter(text -> TapeText.fits(text, stat)).flatMap(TapeText::parse),
        Optional.empty());
  }

  /** The mark of a stub; empty for every other file. */
  static Optional<StubMark> mark(CallFrame frame, Handle file) throws StorageException {
    return read(frame, file, STUB).map(StubMark::parse);
  }

  static void mark(CallFrame frame, Handle file, StubMark mark) throws StorageException {
    set(frame, file, STUB, mark.text());
  }

  /** Whether a file has a tape attribute at all, of whatever content. */
  static boolean wasOnTape(CallFrame frame, Handle file) throws StorageException {
    return read(frame, file, TAPE).isPresent();
  }

  /**
   * Whether the bytes of a file are only on StoRM's tape: it has StoRM's mark and fewer blocks than
   * its size needs.
   */
  static boolean isElsewhere(CallFrame frame, Handle file, Stat stat) throws StorageException {
    return stat.allocated() < stat.size() && read(frame, file, STORM_MIGRATED).isPresent();
  }

  /** The file's descriptor is a real one, not O_PATH. */
  static void tape(CallFrame frame, Handle file, TapeCopy copy, Stat stat) throws StorageException {
    set(frame, file, TAPE, TapeText.of(copy, stat));
  }

  /** What stands between a file and its bytes, where the filesystem has taken them away. */
  static Optional<Trouble> trouble(CallFrame frame, Handle file) throws StorageException {
    return read(frame, file, TROUBLE)
        .flatMap(
            text -> Stream.of(Trouble.values()).filter(one -> one.name().equals(text)).findFirst());
  }

  static void trouble(CallFrame frame, Handle file, Optional<Trouble> trouble)
      throws StorageException {
    if (trouble.isPresent()) {
      set(frame, file, TROUBLE, trouble.get().name());
    } else {
      remove(frame, file, TROUBLE);
    }
  }

  static void remove(CallFrame frame, Handle file, String name) throws StorageException {
    int removed = AttributeCalls.remove(frame, file.descriptor(), name);
    if (removed != -Errno.ENODATA) {
      file.check(removed, "fremovexattr");
    }
  }

  /** The checksum of a file, if there is one for its size and time. */
  static Optional<String> checksum(CallFrame frame, Handle file, Stat stat)
      throws StorageException {
    return read(frame, file, ADLER32).flatMap(text -> ChecksumText.digitsFor(text, stat));
  }

  /** Whether a file was made by the upload {@code id}. */
  static boolean isOf(CallFrame frame, Handle file, UUID id) throws StorageException {
    return isOf(frame, file, id.toString());
  }

  /** The same by the text of an identifier, which may be none. */
  static boolean isOf(CallFrame frame, Handle file, String id) throws StorageException {
    return read(frame, file, PUT).filter(id::equals).isPresent();
  }

  /**
   * Writes what {@link #checksum} and {@link #isOf} read. The identifier comes last: a file that
   * carries it carries its checksum too.
   */
  static void write(CallFrame frame, Handle file, Stat stat, String digits, UUID id)
      throws StorageException {
    remove(frame, file, STORM_ADLER32);
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

  /** The text of an attribute; empty if there is none. */
  static Optional<String> read(CallFrame frame, Handle file, String name) throws StorageException {
    MemorySegment buffer =
        name.equals(TAPE) ? frame.scratch(TAPE_BYTES) : AttributeCalls.buffer(frame);
    long length = Unlocked.get(frame, file, name, buffer);
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
