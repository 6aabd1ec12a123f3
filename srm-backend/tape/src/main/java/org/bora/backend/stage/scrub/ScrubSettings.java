package org.bora.backend.stage.scrub;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Settings of the scrub.
 *
 * @param bytesPerSecond rate for each area; 0: no scrub
 * @param every time between the starts of two walks through an area
 * @param lease how long the walk of a dead backend waits for another backend
 */
public record ScrubSettings(
    @Key(name = "rate", preset = "0B", least = "0B", most = "1024TiB") long bytesPerSecond,
    @Key(preset = "90d", least = "1m", most = "3650d") Duration every,
    @Key(preset = "5m", least = "1m", most = "1d") Duration lease)
    implements Keys {

  public ScrubSettings {
    Keys.check(ScrubSettings.class, bytesPerSecond, every, lease);
  }

  public static ScrubSettings defaults() {
    return Keys.defaults(ScrubSettings.class);
  }

  boolean isOn() {
    return bytesPerSecond > 0;
  }
}
