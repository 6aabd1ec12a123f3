package org.bora.api.damage;

import java.util.Objects;
import java.util.Optional;
import org.bora.api.word.Surl;

/**
 * A report that a door has read a whole file and found bytes that differ from those that were
 * stored.
 *
 * @param file identifier of the file that was read; another file may have its name by now; empty if
 *     it has no identifier
 * @param stored ADLER32 that was stored with the file, eight lower-case hexadecimal digits
 * @param read ADLER32 of the bytes on disk, the same form
 * @param door the door that read them, in one word: {@code HTTP}
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
