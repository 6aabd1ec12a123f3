package org.bora.storage.posix;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.bora.storage.linux.StatCalls.Stat;

/**
 * The value of the checksum attribute: {@code DIGITS SIZE SECONDS.NANOS}, the last two being size
 * and modification time of the content the digits were computed for. A change of the content
 * changes one of them, and the digits hold no longer; they need not be removed.
 */
final class ChecksumText {
  private static final int DIGITS = 8;

  private ChecksumText() {}

  static String of(String digits, Stat stat) {
    return digits + content(stat);
  }

  /** The digits, if {@code text} speaks of this content. */
  static Optional<String> digitsFor(String text, Stat stat) {
    boolean fits = text.length() > DIGITS && text.substring(DIGITS).equals(content(stat));
    return fits ? Optional.of(text.substring(0, DIGITS)) : Optional.empty();
  }

  /** The digits, whatever content {@code text} speaks of. */
  static Optional<String> digitsOf(String text) {
    return text.length() > DIGITS ? Optional.of(text.substring(0, DIGITS)) : Optional.empty();
  }

  /** Eight lower-case hexadecimal digits, as SRM clients compare them. */
  static String digits(long adler32) {
    return String.format(Locale.ROOT, "%08x", adler32);
  }

  /** Size and time, with a blank before them. */
  static String content(Stat stat) {
    Instant modified = stat.modified();
    return " " + stat.size() + " " + modified.getEpochSecond() + "." + modified.getNano();
  }
}
