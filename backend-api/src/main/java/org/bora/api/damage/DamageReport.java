package org.bora.api.damage;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * A door has read a file to its end and found other bytes than those that were stored.
 *
 * @param file identifier of the file that was read; another file may have its name by now. Empty
 *     where it has none
 * @param stored ADLER32 that was stored with the file, eight lower-case hexadecimal digits
 * @param read ADLER32 of the bytes on disk, the same form
 * @param door that has read them, in a word: {@code HTTP}
 */
public record DamageReport(
    Surl surl, Optional<String> file, String stored, String read, String door) {

  public DamageReport {
    Objects.requireNonNull(surl, "surl");
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(stored, "stored");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(door, "door");
  }
}
