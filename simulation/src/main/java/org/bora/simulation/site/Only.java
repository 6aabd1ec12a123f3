package org.bora.simulation.site;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A part of a run: where a seed finds something, less of it may do.
 *
 * @param faults by their numbers, the ones that happen; empty: all of them
 * @param clients by their numbers from 1, the ones that work; empty: all of them
 */
public record Only(Optional<Set<Integer>> faults, Optional<Set<Integer>> clients) {

  /** The whole run. */
  public static final Only ALL = new Only(Optional.empty(), Optional.empty());

  public Only {
    Objects.requireNonNull(faults, "faults");
    Objects.requireNonNull(clients, "clients");
  }

  boolean happens(int fault) {
    return faults.isEmpty() || faults.get().contains(fault);
  }

  boolean works(int client) {
    return clients.isEmpty() || clients.get().contains(client);
  }
}
