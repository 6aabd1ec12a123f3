package org.bora.server.config;

import java.time.Duration;
import org.bora.backend.stage.scrub.ScrubSettings;

/** The section {@code scrub}. */
record ScrubSection(
    @Key(preset = "0B", least = "0B", most = "1024TiB") long rate,
    @Key(preset = "90d", least = "1m", most = "3650d") Duration every,
    @Key(preset = "5m", least = "1m", most = "1d") Duration lease)
    implements Making<ScrubSettings> {

  @Override
  public ScrubSettings settings() {
    return new ScrubSettings(rate, every, lease);
  }
}
