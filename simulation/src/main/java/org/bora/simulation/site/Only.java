package org.bora.simulation.site;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A part of a run, to find a smaller run with the same contradiction.
 *
 * @param faults the numbers of the faults that happen; empty: all of them
 * @param clients the numbers, from 1, of the clients that work; empty: all of them
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
