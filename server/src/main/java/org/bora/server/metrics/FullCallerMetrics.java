package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import org.bora.door.figures.FullCallers;

/**
 * Metrics of connections that were closed because their caller had too many, on all ports of doors.
 */
public record FullCallerMetrics(FullCallers callers) implements MetricSource {
  private static final Metric CLOSED =
      Metric.counter(
          "bora_door_callers_full",
          "Connections closed after the handshake because their caller had as many at work as connections.per-caller allows.");

  static final List<Metric> METRICS = List.of(CLOSED);

  public FullCallerMetrics {
    Objects.requireNonNull(callers, "callers");
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    samples.add(CLOSED, callers.total());
  }
}
