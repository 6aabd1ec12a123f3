package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;

/**
 * Metrics of the heartbeats of a backend that has no other beside it.
 *
 * @param late whether the database answers, but does not commit the heartbeats in time
 */
public record PresenceMetrics(BooleanSupplier late) implements MetricSource {
  private static final Metric LATE =
      Metric.gauge(
          "bora_database_commits_late",
          "1 while the database answers this backend but does not commit in time, otherwise 0.");

  static final List<Metric> METRICS = List.of(LATE);

  public PresenceMetrics {
    Objects.requireNonNull(late, "late");
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    samples.add(LATE, late.getAsBoolean() ? 1 : 0);
  }
}
