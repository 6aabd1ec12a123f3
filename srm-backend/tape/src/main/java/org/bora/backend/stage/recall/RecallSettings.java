package org.bora.backend.stage.recall;

import java.time.Duration;
import java.util.Map;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.VolumeDemand;
import org.bora.settings.Allowed;
import org.bora.settings.Elsewhere;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of recalls: the section {@code tape.recall}.
 *
 * @param order order of recalls
 * @param check how often a backend looks for work; a free drive may be idle for this time
 * @param tries number of failed attempts before a file is given up
 * @param damagedTries how often the tape may return other bytes before the file counts as lost
 * @param retry pause after the first failed attempt; each further one is twice as long
 * @param longestRetry maximum of these pauses
 * @param priorities priority by area, -100 to 100; default 0; a higher value is sooner
 * @param activities weights of activities within the turns of a caller
 */
public record RecallSettings(
    @Flat OrderSettings order,
    @Key(preset = "1s", least = "100ms", most = "10m") Duration check,
    @Key(preset = "10", least = "1", most = "1000") int tries,
    @Key(preset = "3", least = "1", most = "1000") int damagedTries,
    @Key(name = "retry-first", preset = "30s", least = "1s", most = "1h") Duration retry,
    @Key(name = "retry-most", preset = "30m", least = "1s", most = "7d") Duration longestRetry,
    @Elsewhere Map<String, Integer> priorities,
    @Key(least = "1", most = "1000") Map<String, Integer> activities)
    implements Keys {

  /** Without activities. */
  public RecallSettings(
      OrderSettings order,
      Duration check,
      int tries,
      int damagedTries,
      Duration retry,
      Duration longestRetry,
      Map<String, Integer> priorities) {
    this(order, check, tries, damagedTries, retry, longestRetry, priorities, Map.of());
  }

  public RecallSettings {
    Keys.check(
        RecallSettings.class,
        order,
        check,
        tries,
        damagedTries,
        retry,
        longestRetry,
        priorities,
        activities);
    priorities = Map.copyOf(priorities);
    activities = Map.copyOf(activities);
    ActivityShares _ = new ActivityShares(activities); // refuses names that look alike
    Allowed.within("retry-most", longestRetry, retry, Duration.ofDays(7));
    if (damagedTries > tries) {
      throw new IllegalArgumentException(
          "tries is "
              + tries
              + " and damaged-tries "
              + damagedTries
              + ", allowed are 1 to 1000, the second at most as many as the first");
    }
    priorities.forEach(
        (area, priority) -> {
          if (Math.abs(priority) > VolumeDemand.MOST_PRIORITY) {
            throw new IllegalArgumentException(
                "the priority of area " + area + " is " + priority + ", allowed are -100 to 100");
          }
        });
  }

  /**
   * The same.
   *
   * @param areas priorities of these, by their names
   */
  public RecallSettings with(Map<String, Integer> areas) {
    return new RecallSettings(
        order, check, tries, damagedTries, retry, longestRetry, areas, activities);
  }

  public static RecallSettings defaults() {
    return Keys.defaults(RecallSettings.class);
  }

  int priority(String area) {
    return priorities.getOrDefault(area, 0);
  }

  /** The pause after so many failed attempts. */
  Duration pause(int failed) {
    Duration pause = retry;
    for (int more = 1; more < failed && pause.compareTo(longestRetry) < 0; more++) {
      pause = pause.multipliedBy(2);
    }
    return pause.compareTo(longestRetry) < 0 ? pause : longestRetry;
  }
}
