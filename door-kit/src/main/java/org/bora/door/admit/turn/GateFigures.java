package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.bora.api.WorkClass;

/**
 * A class of work at a moment.
 *
 * @param places how many calls may be in the backend
 * @param inside how many are
 * @param waiting how many wait in line, by virtual organisation; the empty name is for none
 * @param given turns since the start
 * @param waited how long those who were given a turn waited for it, all together
 * @param refused calls that were told to come again, since the start
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
