package org.bora.backend.sweep;

import java.time.Instant;
import java.util.Objects;
import java.util.function.ToIntFunction;

/**
 * What a feature has swept for it. Every backend calls it once a round: work must be claimed, and
 * bounded.
 *
 * @param name for the log, in the plural: "ended listings"
 * @param work returns how many things it ended or removed
 */
public record SweepPart(String name, ToIntFunction<Instant> work) {

  public SweepPart {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(work, "work");
  }
}
