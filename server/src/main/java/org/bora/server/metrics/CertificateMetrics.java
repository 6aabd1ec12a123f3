package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.api.figures.CertificateEnd;

/**
 * When certificates and revocation lists of this process expire.
 *
 * @param ends as they are loaded now, at most one of a kind
 */
public record CertificateMetrics(Supplier<List<CertificateEnd>> ends) implements MetricSource {
  private static final Metric EXPIRY =
      Metric.gauge(
          "bora_trust_expiry_timestamp_seconds",
          "Time at which the first certificate or revocation list of a kind expires, in seconds since 1970.",
          "what");

  static final List<Metric> METRICS = List.of(EXPIRY);

  public CertificateMetrics {
    Objects.requireNonNull(ends, "ends");
  }

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    ends.get().forEach(each -> samples.add(EXPIRY, each.end().getEpochSecond(), each.what()));
  }
}
