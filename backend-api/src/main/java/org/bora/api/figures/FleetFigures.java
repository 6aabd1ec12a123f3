package org.bora.api.figures;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * All processes of a site that have reported recently.
 *
 * @param at by the clock that all backends share
 * @param processes by kind and name
 */
public record FleetFigures(Instant at, List<ProcessFigures> processes) {
  public FleetFigures {
    Objects.requireNonNull(at, "at");
    processes = List.copyOf(processes);
  }
}
