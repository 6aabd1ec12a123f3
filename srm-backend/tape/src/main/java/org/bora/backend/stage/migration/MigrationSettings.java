package org.bora.backend.stage.migration;

import java.time.Duration;
import org.bora.settings.Allowed;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of migration and removal: the section {@code tape.migration}.
 *
 * @param policy when batches start, and their size
 * @param check time between two checks for waiting files, and between renewals of drives
 * @param lease how long the batch of a dead backend waits for another backend
 * @param retryFirst how long a file waits after its first failure; doubled after each further one
 * @param retryMost maximum of this time
 * @param alarmAfter number of failures of one file before an alarm
 * @param removalGrace how long the tape copy of a removed or overwritten file stays, so that a
 *     mistake can be undone
 */
public record MigrationSettings(
    @Flat MigrationPolicy policy,
    @Key(preset = "10s", least = "1s", most = "20s") Duration check,
    @Key(preset = "5m", least = "3s", most = "1d") Duration lease,
    @Key(preset = "1m", least = "1s", most = "1d") Duration retryFirst,
    @Key(preset = "1h", least = "1s", most = "30d") Duration retryMost,
    @Key(preset = "3", least = "1", most = "1000") int alarmAfter,
    @Key(preset = "1d", least = "0s", most = "3650d") Duration removalGrace)
    implements Keys {

  public MigrationSettings {
    Keys.check(
        MigrationSettings.class,
        policy,
        check,
        lease,
        retryFirst,
        retryMost,
        alarmAfter,
        removalGrace);
    Allowed.within("lease", lease, check.multipliedBy(3), Duration.ofDays(1));
    Allowed.within("retry-most", retryMost, retryFirst, Duration.ofDays(30));
  }

  public static MigrationSettings defaults() {
    return Keys.defaults(MigrationSettings.class);
  }

  /** How long to wait after so many failures. */
  public Duration backOff(int tries) {
    Duration wait = retryFirst;
    for (int failure = 1; failure < tries && wait.compareTo(retryMost) < 0; failure++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(retryMost) < 0 ? wait : retryMost;
  }
}
