package org.bora.api.figures;

import java.util.Objects;

/**
 * Figures of admission to the backend, for one class of work.
 *
 * @param kind name of the class
 * @param places how many calls may be in the backend at a time
 * @param inside how many calls are in the backend now
 * @param waiting how many calls wait
 * @param given calls that got their turn, since the start
 * @param waitedSeconds total waiting time of these calls
 * @param refused calls that were refused as busy, since the start
 */
public record TurnFigures(
    String kind,
    int places,
    int inside,
    int waiting,
    long given,
    double waitedSeconds,
    long refused) {
  public TurnFigures {
    Objects.requireNonNull(kind, "kind");
  }
}
