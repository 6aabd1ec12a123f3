package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import org.bora.s3.S3Tally;

/** Metrics of the answers of the S3 door. */
public record S3Metrics(S3Tally tally) implements MetricSource {
  private static final Metric REQUESTS =
      Metric.counter(
          "bora_s3_requests",
          "S3 requests that the door has answered to callers with a valid signature, by operation and S3 error code.",
          "operation",
          "code");

  static final List<Metric> METRICS = List.of(REQUESTS);

  public S3Metrics {
    Objects.requireNonNull(tally, "tally");
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    tally
        .counts()
        .forEach((kind, count) -> samples.add(REQUESTS, count, kind.operation(), kind.code()));
  }
}
