package org.bora.server.metrics;

import java.util.List;
import org.bora.api.figures.VoCalls;

/** Metrics of the calls of a frontend or backend, by virtual organisation. */
public final class VoMetrics implements MetricSource {
  private static final Metric SRM =
      Metric.counter(
          "bora_srm_vo_calls",
          "SRM calls that the frontend has answered, by VO, class of work and result.",
          "vo",
          "class",
          "result");
  private static final Metric BACKEND =
      Metric.counter(
          "bora_backend_vo_calls",
          "Calls from all doors that the backend has answered, by VO, class of work and result.",
          "vo",
          "class",
          "result");

  static final List<Metric> OF_FRONTENDS = List.of(SRM);
  static final List<Metric> OF_BACKENDS = List.of(BACKEND);

  private final VoCalls calls;
  private final Metric metric;

  private VoMetrics(VoCalls calls, Metric metric) {
    this.calls = calls;
    this.metric = metric;
  }

  /** As clients see them. */
  public static VoMetrics ofFrontend(VoCalls calls) {
    return new VoMetrics(calls, SRM);
  }

  /** As frontends and doors see them. */
  public static VoMetrics ofBackend(VoCalls calls) {
    return new VoMetrics(calls, BACKEND);
  }

  @Override
  public List<Metric> metrics() {
    return List.of(metric);
  }

  /** An organisation without a call of a class is left out: most have no use for some classes. */
  @Override
  public void tell(Samples samples) {
    calls
        .counts()
        .forEach(
            one -> samples.add(metric, one.total(), one.vo(), one.work(), one.result().label()));
  }
}
