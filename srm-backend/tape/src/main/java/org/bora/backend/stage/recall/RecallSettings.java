package org.bora.backend.stage.recall;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.VolumeDemand;

/**
 * How files are brought back from tape.
 *
 * @param order in which order
 * @param check how often a backend looks for work: by as much a free drive may stand idle
 * @param tries so many attempts may fail before a file is given up
 * @param damagedTries so often something else may come from tape before the file counts as lost
 * @param retry pause after the first failed attempt; each further one is twice as long
 * @param longestRetry what these pauses grow to
 * @param priorities of areas by their names, -100 to 100; 0 where nothing is said, more is sooner
 * @param activities how the turns of a caller are divided among its activities
 */
public record RecallSettings(
    OrderSettings order,
    Duration check,
    int tries,
    int damagedTries,
    Duration retry,
    Duration longestRetry,
    Map<String, Integer> priorities,
    ActivityShares activities) {

  /** Without activities. */
  public RecallSettings(
      OrderSettings order,
      Duration check,
      int tries,
      int damagedTries,
      Duration retry,
      Duration longestRetry,
      Map<String, Integer> priorities) {
    this(
        order,
        check,
        tries,
        damagedTries,
        retry,
        longestRetry,
        priorities,
        new ActivityShares(Map.of()));
  }

  public RecallSettings {
    Objects.requireNonNull(order, "order");
    Objects.requireNonNull(activities, "activities");
    priorities = Map.copyOf(priorities);
    check("check", check, Duration.ofMillis(100), Duration.ofMinutes(10));
    check("retry-first", retry, Duration.ofSeconds(1), Duration.ofHours(1));
    check("retry-most", longestRetry, retry, Duration.ofDays(7));
    if (tries < 1 || tries > 1000 || damagedTries < 1 || damagedTries > tries) {
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

  /** Looks every second; 10 attempts, 3 with damage; pauses of half a minute to half an hour. */
  public static RecallSettings defaults() {
    return new RecallSettings(
        OrderSettings.defaults(),
        Duration.ofSeconds(1),
        10,
        3,
        Duration.ofSeconds(30),
        Duration.ofMinutes(30),
        Map.of());
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

  private static void check(String what, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          what + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
