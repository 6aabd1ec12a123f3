package org.bora.api.figures;

import java.util.Objects;

/**
 * The gate before the backend, for one class of work.
 *
 * @param kind name of the class
 * @param places how many calls may be in the backend
 * @param inside how many are
 * @param waiting how many wait in line
 * @param given turns since the start
 * @param waitedSeconds how long those who were given one waited, all together
 * @param refused calls that were told to come again, since the start
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
