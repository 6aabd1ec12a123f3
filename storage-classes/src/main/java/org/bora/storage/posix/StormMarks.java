package org.bora.storage.posix;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.bora.storage.linux.CallFrame;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.posix.BoraAttributes.Carried;
import org.bora.storage.spi.Residency;
import org.bora.storage.spi.Residency.Trouble;
import org.bora.storage.spi.StorageException;

/**
 * The attributes that StoRM wrote on the files of a former area of its own: {@code
 * user.storm.checksum.adler32}, and {@code user.storm.migrated} on files its tape system has
 * copied. The checksum does not record for which content it was computed, so it only counts for
 * files that have not changed since StoRM was stopped, and never if Bora has written its own
 * attributes.
 *
 * @param until when StoRM was stopped; absent if it never had the area
 */
record StormMarks(Optional<Instant> until) {
  static final StormMarks NONE = new StormMarks(Optional.empty());

  /** Some doors of StoRM leave out leading zeros. */
  private static final Pattern DIGITS = Pattern.compile("[0-9A-Fa-f]{1,8}");

  private static final Residency ELSEWHERE =
      new Residency(false, Optional.empty(), Optional.of(Trouble.UNAVAILABLE));

  StormMarks {
    Objects.requireNonNull(until, "until");
  }

  /** Whether the content of a file can be what StoRM knew. */
  boolean count(Stat stat) {
    return until.isPresent() && stat.isFile() && stat.modified().isBefore(until.get());
  }

  /** What a file without a note of ours carries by this checksum of StoRM's. */
  static Carried carried(Optional<String> checksum) {
    return new Carried(
        checksum.flatMap(StormMarks::digits),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** The same, read from the open file. */
  static Carried carried(CallFrame frame, Handle file) throws StorageException {
    return carried(BoraAttributes.read(frame, file, BoraAttributes.STORM_ADLER32));
  }

  /**
   * Where the bytes are of a file without a note of ours: the tape system that StoRM used may have
   * taken them, and Bora cannot ask it for them.
   */
  static Residency residency(CallFrame frame, Handle file, Stat stat) throws StorageException {
    return BoraAttributes.isElsewhere(frame, file, stat) ? ELSEWHERE : Residency.DISK;
  }

  private static Optional<String> digits(String text) {
    String digits = text.strip();
    return DIGITS.matcher(digits).matches()
        ? Optional.of(ChecksumText.digits(Long.parseLong(digits.toLowerCase(Locale.ROOT), 16)))
        : Optional.empty();
  }
}
