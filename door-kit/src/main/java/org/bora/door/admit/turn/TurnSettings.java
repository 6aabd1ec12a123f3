package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Map;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How calls take turns.
 *
 * @param patience the longest that a call waits in line; also bounded by its deadline
 * @param places of each class of work
 * @param weights turns of a virtual organisation for one of another; 1 where it is not named.
 *     Callers without any count as one organisation, whose name is empty
 */
public record TurnSettings(
    @Key(preset = "30s", least = "1s", most = "1h") Duration patience,
    Places places,
    @Key(name = "vo-weights", least = "1", most = "1000") Map<String, Integer> weights)
    implements Keys {

  /**
   * Of each class of work: the section {@code admission.places}. The same twice for a limit that
   * does not move.
   *
   * @param least however slow the backend is. 2: one works while the other is on its way
   * @param most however quick it is. 256 are more than a backend has connections to its database
   */
  public record Places(
      @Key(preset = "2", least = "1", most = "10000") int least,
      @Key(preset = "256", least = "1", most = "10000") int most)
      implements Keys {

    public Places {
      Keys.check(Places.class, least, most);
      if (most < least) {
        throw new IllegalArgumentException(
            "admission.places.most is " + most + "; allowed is " + least + " to 10000");
      }
    }
  }

  public TurnSettings {
    Keys.check(TurnSettings.class, patience, places, weights);
    weights = Map.copyOf(weights);
  }

  /** 30 s: half of a call's time, so that who was let in can still be served. */
  public static TurnSettings defaults() {
    return Keys.defaults(TurnSettings.class);
  }

  int weightOf(String vo) {
    return weights.getOrDefault(vo, 1);
  }
}
