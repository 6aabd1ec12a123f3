package org.bora.backend.stage.migration;

import java.time.Duration;
import java.util.Objects;

/**
 * How files get to tape and off it.
 *
 * @param policy when and how many at once
 * @param check between two looks at what waits; holds of drives are renewed so often
 * @param lease how long a batch of a backend that died waits for another
 * @param retryFirst how long a file waits after its first failure; twice as long after each further
 * @param retryMost how long it waits at most
 * @param alarmAfter failures of one file after which an administrator is told
 * @param removalGrace how long the tape copy of a removed or overwritten file stays, so that a
 *     mistake can be undone
 */
public record MigrationSettings(
    MigrationPolicy policy,
    Duration check,
    Duration lease,
    Duration retryFirst,
    Duration retryMost,
    int alarmAfter,
    Duration removalGrace) {

  private static final int MOST_TRIES = 1000;

  public MigrationSettings {
    Objects.requireNonNull(policy, "policy");
    check("check", check, Duration.ofSeconds(1), Duration.ofSeconds(20));
    check("lease", lease, check.multipliedBy(3), Duration.ofDays(1));
    check("retry-first", retryFirst, Duration.ofSeconds(1), Duration.ofDays(1));
    check("retry-most", retryMost, retryFirst, Duration.ofDays(30));
    check("removal-grace", removalGrace, Duration.ZERO, Duration.ofDays(3650));
    if (alarmAfter < 1 || alarmAfter > MOST_TRIES) {
      throw new IllegalArgumentException(
          "alarm-after is " + alarmAfter + ", allowed are 1 to " + MOST_TRIES);
    }
  }

  /** A look every 10 s, 5 minutes of lease, retries from 1 minute to 1 hour, alarm at the third. */
  public static MigrationSettings defaults() {
    return new MigrationSettings(
        MigrationPolicy.defaults(),
        Duration.ofSeconds(10),
        Duration.ofMinutes(5),
        Duration.ofMinutes(1),
        Duration.ofHours(1),
        3,
        Duration.ofDays(1));
  }

  /** How long to wait after so many failures. */
  public Duration backOff(int tries) {
    Duration wait = retryFirst;
    for (int failure = 1; failure < tries && wait.compareTo(retryMost) < 0; failure++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(retryMost) < 0 ? wait : retryMost;
  }

  private static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
