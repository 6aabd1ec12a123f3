package org.bora.backend.sweep;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Intervals and grace periods of the sweep: the section {@code sweep}.
 *
 * @param interval between two rounds
 * @param putGrace how long an overdue put keeps its upload: an srmPutDone that came in time may
 *     still be computing a checksum
 * @param orphanInterval between two searches of an area for orphans
 * @param orphanGrace minimum age of an orphaned upload or empty directory of parts before it is
 *     removed
 * @param retention how long the status of an ended request stays available
 * @param batch maximum number of items in one transaction
 */
public record SweepSettings(
    @Key(preset = "1m", least = "1s", most = "1d") Duration interval,
    @Key(preset = "15m", least = "0s", most = "30d") Duration putGrace,
    @Key(preset = "6h", least = "1s", most = "30d") Duration orphanInterval,
    @Key(preset = "1d", least = "1m", most = "365d") Duration orphanGrace,
    @Key(preset = "7d", least = "1m", most = "3650d") Duration retention,
    @Key(preset = "200", least = "1", most = "1000") int batch)
    implements Keys {

  /** So long after its pin an ended put is still looked at for bytes that arrive late. */
  static final Duration LATE = Duration.ofHours(1);

  /** Each look asks the filesystem once for every put that was given up: not in every round. */
  private static final int ROUNDS_BETWEEN_LOOKS = 10;

  public SweepSettings {
    Keys.check(
        SweepSettings.class, interval, putGrace, orphanInterval, orphanGrace, retention, batch);
  }

  public static SweepSettings defaults() {
    return Keys.defaults(SweepSettings.class);
  }

  /** Between two looks at puts that were given up: ten rounds, at most the interval of walks. */
  Duration lateInterval() {
    Duration rounds = interval.multipliedBy(ROUNDS_BETWEEN_LOOKS);
    return rounds.compareTo(orphanInterval) < 0 ? rounds : orphanInterval;
  }
}
