package org.bora.server.config;

import java.time.Duration;
import org.bora.backend.sweep.SweepSettings;

/** The section {@code sweep}. */
record SweepSection(
    @Key(preset = "1m", least = "1s", most = "1d") Duration interval,
    @Key(preset = "15m", least = "0s", most = "30d") Duration putGrace,
    @Key(preset = "6h", least = "1s", most = "30d") Duration orphanInterval,
    @Key(preset = "1d", least = "1m", most = "365d") Duration orphanGrace,
    @Key(preset = "7d", least = "1m", most = "3650d") Duration retention,
    @Key(preset = "200", least = "1", most = "1000") int batch)
    implements Making<SweepSettings> {

  @Override
  public SweepSettings settings() {
    return new SweepSettings(interval, putGrace, orphanInterval, orphanGrace, retention, batch);
  }
}
