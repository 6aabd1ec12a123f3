package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.bora.api.WorkClass;

/**
 * Figures of a class of work at one moment.
 *
 * @param places how many calls may be in the backend at a time
 * @param inside how many calls are in the backend now
 * @param waiting how many calls wait, by virtual organisation; the empty name stands for calls
 *     without one
 * @param given calls that got their turn, since the start
 * @param waited total waiting time of these calls
 * @param refused calls that were refused as busy, since the start
 */
public record GateFigures(
    WorkClass kind,
    int places,
    int inside,
    Map<String, Integer> waiting,
    long given,
    Duration waited,
    long refused) {

  public GateFigures {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(waited, "waited");
    waiting = Map.copyOf(waiting);
  }

  /** How many wait in line. */
  public int waitingInAll() {
    return waiting.values().stream().mapToInt(Integer::intValue).sum();
  }
}
