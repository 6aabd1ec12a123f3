package org.bora.backend.sweep;

import java.time.Duration;

/**
 * How often, and how late, things are swept.
 *
 * @param interval between two rounds
 * @param putGrace how long an overdue put keeps its upload: an srmPutDone that came in time may
 *     still be computing a checksum
 * @param orphanInterval between two walks through an area in search of orphans
 * @param orphanGrace how old an upload, or an empty directory of parts, must be to be an orphan
 * @param retention how long the status of an ended request can be asked for
 * @param batch how many things one transaction takes
 */
public record SweepSettings(
    Duration interval,
    Duration putGrace,
    Duration orphanInterval,
    Duration orphanGrace,
    Duration retention,
    int batch) {

  /** So long after its pin an ended put is still looked at for bytes that arrive late. */
  static final Duration LATE = Duration.ofHours(1);

  private static final int MOST_IN_A_BATCH = 1000;

  /** Each look asks the filesystem once for every put that was given up: not in every round. */
  private static final int ROUNDS_BETWEEN_LOOKS = 10;

  public SweepSettings {
    check("interval", interval, Duration.ofSeconds(1), Duration.ofDays(1));
    check("putGrace", putGrace, Duration.ZERO, Duration.ofDays(30));
    check("orphanInterval", orphanInterval, Duration.ofSeconds(1), Duration.ofDays(30));
    check("orphanGrace", orphanGrace, Duration.ofMinutes(1), Duration.ofDays(365));
    check("retention", retention, Duration.ofMinutes(1), Duration.ofDays(3650));
    if (batch < 1 || batch > MOST_IN_A_BATCH) {
      throw new IllegalArgumentException(
          "batch is " + batch + ", allowed are 1 to " + MOST_IN_A_BATCH);
    }
  }

  /** Every minute; 15 minutes of grace for puts, a day for orphans; statuses are kept 7 days. */
  public static SweepSettings defaults() {
    return new SweepSettings(
        Duration.ofMinutes(1),
        Duration.ofMinutes(15),
        Duration.ofHours(6),
        Duration.ofDays(1),
        Duration.ofDays(7),
        200);
  }

  /** Between two looks at puts that were given up: ten rounds, at most the interval of walks. */
  Duration lateInterval() {
    Duration rounds = interval.multipliedBy(ROUNDS_BETWEEN_LOOKS);
    return rounds.compareTo(orphanInterval) < 0 ? rounds : orphanInterval;
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
