package org.bora.backend.stage.scrub;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * What the walk through an area has found, so far or in the end.
 *
 * @param ended absent while it goes on
 * @param files read
 * @param bytes read
 * @param damaged of the files read: not what was stored; each is an alarm
 * @param unreadable of the files read: the disk refused
 * @param skipped on tape alone, without a checksum, changed since, or gone meanwhile
 */
public record ScrubReport(
    String area,
    Instant begun,
    Optional<Instant> ended,
    long files,
    long bytes,
    long damaged,
    long unreadable,
    long skipped) {

  public ScrubReport {
    Objects.requireNonNull(area, "area");
    Objects.requireNonNull(begun, "begun");
    Objects.requireNonNull(ended, "ended");
  }
}
