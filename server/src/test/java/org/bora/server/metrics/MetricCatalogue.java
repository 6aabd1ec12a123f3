package org.bora.server.metrics;

import java.util.List;
import java.util.stream.Stream;

/**
 * All metrics of ours that any process may tell; the reference and the dashboards name no others.
 */
final class MetricCatalogue {
  private MetricCatalogue() {}

  static List<Metric> all() {
    return Stream.of(
            ProcessMetrics.METRICS,
            CertificateMetrics.METRICS,
            CallMetrics.OF_FRONTENDS,
            VoMetrics.OF_FRONTENDS,
            FrontendMetrics.METRICS,
            FullCallerMetrics.METRICS,
            CopyMetrics.METRICS,
            S3Metrics.METRICS,
            CallMetrics.OF_BACKENDS,
            VoMetrics.OF_BACKENDS,
            BackendMetrics.METRICS,
            PresenceMetrics.METRICS,
            SiteMetrics.METRICS)
        .flatMap(List::stream)
        .toList();
  }
}
