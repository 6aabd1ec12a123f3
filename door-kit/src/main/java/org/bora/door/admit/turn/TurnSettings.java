package org.bora.door.admit.turn;

import java.time.Duration;
import java.util.Map;

/**
 * How calls take turns.
 *
 * @param patience the longest that a call waits in line, 1 s to 1 h; also bounded by its deadline
 * @param leastPlaces of each class of work, however slow the backend is, 1 to 10,000
 * @param mostPlaces of each class, however quick it is, {@code leastPlaces} to 10,000; the same as
 *     {@code leastPlaces} for a limit that does not move
 * @param weights turns of a virtual organisation for one of another, 1 to 1,000; 1 where it is not
 *     named. Callers without any count as one organisation, whose name is empty
 */
public record TurnSettings(
    Duration patience, int leastPlaces, int mostPlaces, Map<String, Integer> weights) {
  private static final int MOST_PLACES = 10_000;
  private static final int MOST_WEIGHT = 1_000;

  public TurnSettings {
    weights = Map.copyOf(weights);
    if (patience.compareTo(Duration.ofSeconds(1)) < 0
        || patience.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "admission.patience is " + patience + "; allowed is PT1S to PT1H");
    }
    within("least", leastPlaces, 1);
    within("most", mostPlaces, leastPlaces);
    weights.forEach(
        (vo, weight) -> {
          if (weight < 1 || weight > MOST_WEIGHT) {
            throw new IllegalArgumentException(
                "admission.vo-weights." + vo + " is " + weight + "; allowed is 1 to 1000");
          }
        });
  }

  /**
   * 30 s: half of a call's time, so that who was let in can still be served. 2 places: one works
   * while the other is on its way. 256 are more than a backend has connections to its database.
   */
  public static TurnSettings defaults() {
    return new TurnSettings(Duration.ofSeconds(30), 2, 256, Map.of());
  }

  int weightOf(String vo) {
    return weights.getOrDefault(vo, 1);
  }

  private static void within(String key, int value, int least) {
    if (value < least || value > MOST_PLACES) {
      throw new IllegalArgumentException(
          "admission.places." + key + " is " + value + "; allowed is " + least + " to 10000");
    }
  }
}
