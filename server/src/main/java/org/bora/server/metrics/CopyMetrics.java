package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import org.bora.http.CopyTally;

/** Metrics of the results of third-party copies over HTTP. */
public record CopyMetrics(CopyTally tally) implements MetricSource {
  private static final Metric COPIES =
      Metric.counter(
          "bora_http_copies",
          "Third-party copies over HTTP that have ended, by direction and result.",
          "direction",
          "result");
  private static final Metric BYTES =
      Metric.counter(
          "bora_http_copied_bytes",
          "Bytes that third-party copies over HTTP have moved until they ended, by direction.",
          "direction");

  private static final Metric REFUSED =
      Metric.counter(
          "bora_http_copies_refused",
          "Third-party copies over HTTP that were told to retry because no stream was left, by limit.",
          "limit");

  static final List<Metric> METRICS = List.of(COPIES, BYTES, REFUSED);

  public CopyMetrics {
    Objects.requireNonNull(tally, "tally");
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    tally
        .ended()
        .forEach((kind, count) -> samples.add(COPIES, count, kind.direction(), kind.result()));
    tally.bytes().forEach((direction, count) -> samples.add(BYTES, count, direction));
    tally.refused().forEach((limit, count) -> samples.add(REFUSED, count, limit));
  }
}
