package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Map;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of turns.
 *
 * @param patience maximum wait of a call; its deadline also limits it
 * @param places limits of each class of work
 * @param weights relative number of turns of a virtual organisation; 1 if not listed. Callers
 *     without one count as one organisation with an empty name
 */
public record TurnSettings(
    @Key(preset = "30s", least = "1s", most = "1h") Duration patience,
    Places places,
    @Key(name = "vo-weights", least = "1", most = "1000") Map<String, Integer> weights)
    implements Keys {

  /**
   * Limits of each class of work: the section {@code admission.places}. Two equal values make a
   * fixed limit.
   *
   * @param least lower limit, even for a slow backend. 2: one call works while the next one is on
   *     its way
   * @param most upper limit, even for a fast backend. 256 is more than a backend has database
   *     connections
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

  /** 30 s: half of a call's time, so that an admitted call can still be served. */
  public static TurnSettings defaults() {
    return Keys.defaults(TurnSettings.class);
  }

  int weightOf(String vo) {
    return weights.getOrDefault(vo, 1);
  }
}
