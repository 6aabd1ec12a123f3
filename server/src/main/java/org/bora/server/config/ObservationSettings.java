package org.bora.server.config;

import java.time.Duration;
import java.util.Objects;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Metrics and traces of a running process.
 *
 * @param gatherEvery how often the figures of the site are read from the database
 * @param tracing where traces are sent
 */
public record ObservationSettings(Duration gatherEvery, TracingSettings tracing) {
  public ObservationSettings {
    Objects.requireNonNull(gatherEvery, "gatherEvery");
    Objects.requireNonNull(tracing, "tracing");
  }

  /** The section {@code metrics}. */
  private record Metrics(@Key(preset = "1m", least = "5s", most = "1h") Duration gatherEvery)
      implements Keys {}

  static ObservationSettings read(Section root) {
    return new ObservationSettings(
        root.section("metrics").bind(Metrics.class).gatherEvery,
        root.section("tracing").bind(TracingSettings.class));
  }
}
