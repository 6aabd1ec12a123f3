package org.bora.server.config;

import java.time.Duration;
import org.bora.backend.stage.migration.MigrationPolicy;
import org.bora.backend.stage.migration.MigrationSettings;

/** The section {@code tape.migration}. */
record MigrationSection(
    @Key(preset = "100GiB", least = "1B", most = "1048576TiB") long minSize,
    @Key(preset = "1000", least = "1", most = "1000000") int minFiles,
    @Key(preset = "30m", least = "0s", most = "365d") Duration maxAge,
    @Key(preset = "500GiB", least = "1B", most = "1048576TiB") long batchSize,
    @Key(preset = "2000", least = "1", most = "10000") int batchFiles,
    @Key(preset = "10s", least = "1s", most = "1h") Duration check,
    @Key(preset = "5m", least = "3s", most = "1d") Duration lease,
    @Key(preset = "1m", least = "1s", most = "1d") Duration retryFirst,
    @Key(preset = "1h", least = "1s", most = "30d") Duration retryMost,
    @Key(preset = "3", least = "1", most = "1000") int alarmAfter,
    @Key(preset = "1d", least = "0s", most = "3650d") Duration removalGrace)
    implements Making<MigrationSettings> {

  @Override
  public MigrationSettings settings() {
    return new MigrationSettings(
        new MigrationPolicy(minSize, minFiles, maxAge, batchSize, batchFiles),
        check,
        lease,
        retryFirst,
        retryMost,
        alarmAfter,
        removalGrace);
  }
}
