package org.bora.storage.posix;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.bora.storage.linux.StatCalls.Stat;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;

/**
 * The value of the tape attribute: {@code 1 ADLER32 SHA256 WRITTEN LIBRARY VOLUME POSITION OBJECT
 * SIZE MODIFIED}, a dash standing for what is not known. The last two are size and modification
 * time of the content that was copied, as in {@link ChecksumText}: a copy of other content is none.
 */
final class TapeText {
  private static final String VERSION = "1";
  private static final String UNKNOWN = "-";
  private static final int FIELDS = 10;
  private static final int SIZE_FIELD = 8;

  private TapeText() {}

  static String of(TapeCopy copy, Stat stat) {
    TapeLocation location = copy.location();
    return String.join(
            " ",
            VERSION,
            copy.adler32(),
            copy.sha256().orElse(UNKNOWN),
            time(copy.writtenAt()),
            URLEncoder.encode(copy.library(), StandardCharsets.UTF_8),
            location.volume().isEmpty() ? UNKNOWN : "=" + location.volume(),
            Long.toString(location.position()),
            location.object())
        + ChecksumText.content(stat);
  }

  private static String time(Instant instant) {
    return String.format(Locale.ROOT, "%d.%09d", instant.getEpochSecond(), instant.getNano());
  }

  /** Whether {@code text} speaks of this content. */
  static boolean fits(String text, Stat stat) {
    return text.endsWith(ChecksumText.content(stat));
  }

  /** The copy that {@code text} describes; empty if it is not such a text. */
  static Optional<TapeCopy> parse(String text) {
    String[] fields = text.split(" ", -1);
    if (fields.length != FIELDS || !fields[0].equals(VERSION)) {
      return Optional.empty();
    }
    try {
      TapeLocation location =
          new TapeLocation(
              fields[5].equals(UNKNOWN) ? "" : fields[5].substring(1),
              Long.parseLong(fields[6]),
              fields[7]);
      return Optional.of(
          new TapeCopy(
              URLDecoder.decode(fields[4], StandardCharsets.UTF_8),
              location,
              Long.parseLong(fields[SIZE_FIELD]),
              fields[1],
              Optional.of(fields[2]).filter(digits -> !digits.equals(UNKNOWN)),
              instant(fields[3])));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | DateTimeException notOurs) {
      return Optional.empty();
    }
  }

  private static Instant instant(String text) {
    int dot = text.indexOf('.');
    return Instant.ofEpochSecond(
        Long.parseLong(text.substring(0, dot)), Long.parseLong(text.substring(dot + 1)));
  }
}
