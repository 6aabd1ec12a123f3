package org.bora.launcher.config;

import java.time.Duration;
import java.util.Objects;

/**
 * What is told of a process that runs, besides its log.
 *
 * @param gatherEvery how often the database is asked for figures of the site
 * @param tracing where traces are told
 */
public record ObservationSettings(Duration gatherEvery, TracingSettings tracing) {
  public ObservationSettings {
    Objects.requireNonNull(gatherEvery, "gatherEvery");
    Objects.requireNonNull(tracing, "tracing");
  }

  static ObservationSettings read(Section root) {
    Section metrics = root.section("metrics");
    Duration gather =
        metrics.value(
            "gather-every", Values.duration(Duration.ofSeconds(5), Duration.ofHours(1)), "1m");
    metrics.finish();
    return new ObservationSettings(gather, TracingSettings.read(root.section("tracing")));
  }
}
