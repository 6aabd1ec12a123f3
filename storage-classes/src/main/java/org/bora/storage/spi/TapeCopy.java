package org.bora.storage.spi;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * A tape copy of a file, verified when it was written. It is recorded in an extended attribute of
 * the file, so it can be found without a database.
 *
 * @param library name of the tape system in the configuration
 * @param size bytes
 * @param adler32 eight lower-case hexadecimal digits
 * @param sha256 64 lower-case hexadecimal digits, if the site wants a stronger checksum
 * @param writtenAt when the tape system confirmed it
 */
public record TapeCopy(
    String library,
    TapeLocation location,
    long size,
    String adler32,
    Optional<String> sha256,
    Instant writtenAt) {

  public TapeCopy {
    Objects.requireNonNull(library, "library");
    Objects.requireNonNull(location, "location");
    Objects.requireNonNull(sha256, "sha256");
    Objects.requireNonNull(writtenAt, "writtenAt");
    if (size < 0) {
      throw new IllegalArgumentException("size is " + size);
    }
    checkDigits("adler32", adler32, 8);
    sha256.ifPresent(digits -> checkDigits("sha256", digits, 64));
  }

  private static void checkDigits(String what, String digits, int count) {
    if (digits.length() != count || !digits.chars().allMatch(TapeCopy::isLowerHex)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s '%s' must be %d lower-case hexadecimal digits",
              what,
              digits,
              count));
    }
  }

  private static boolean isLowerHex(int digit) {
    return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
  }
}
