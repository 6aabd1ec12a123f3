package org.bora.backend.sweep;

import java.time.Instant;
import java.util.Objects;
import java.util.function.ToIntFunction;

/**
 * The part of a feature in the sweep. Every backend calls it once in each round, so its work must
 * be claimed, and bounded.
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
