package org.bora.backend.stage.scrub;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/**
 * The result of a walk through an area, so far or at its end.
 *
 * @param ended absent while it runs
 * @param files read
 * @param bytes read
 * @param damaged files that differ from what was stored; each raises an alarm
 * @param unreadable files that could not be read
 * @param skipped files that are only on tape, have no checksum, were changed since, or were removed
 *     meanwhile
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
