package org.bora.server.metrics;

import java.util.List;
import org.bora.api.figures.CallFigures;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.OperationFigures;

/** Metrics of the calls of a frontend or backend. */
public final class CallMetrics implements MetricSource {
  private static final Metric SRM_CALLS =
      Metric.counter(
          "bora_srm_calls",
          "SRM calls that the frontend has answered, by operation and result.",
          "operation",
          "result");
  private static final Metric SRM_TIMES =
      Metric.histogram(
          "bora_srm_call_seconds",
          "Time from reading the last byte of an SRM request to sending its reply.",
          "operation");
  private static final Metric SRM_TURLS =
      Metric.histogram(
          "bora_srm_turl_seconds", "Time of SRM calls whose reply contains transfer URLs.");
  private static final Metric BACKEND_CALLS =
      Metric.counter(
          "bora_backend_calls",
          "Calls that the backend has answered, by operation and result.",
          "operation",
          "result");
  private static final Metric BACKEND_TIMES =
      Metric.histogram(
          "bora_backend_call_seconds", "Time that the backend needed for a call.", "operation");
  private static final Metric BACKEND_TURLS =
      Metric.histogram(
          "bora_backend_turl_seconds",
          "Time that the backend needed for calls whose reply contains transfer URLs.");

  static final List<Metric> OF_FRONTENDS = List.of(SRM_CALLS, SRM_TIMES, SRM_TURLS);
  static final List<Metric> OF_BACKENDS = List.of(BACKEND_CALLS, BACKEND_TIMES, BACKEND_TURLS);

  private final CallFigures calls;
  private final Metric counts;
  private final Metric times;
  private final Metric turls;

  private CallMetrics(CallFigures calls, Metric counts, Metric times, Metric turls) {
    this.calls = calls;
    this.counts = counts;
    this.times = times;
    this.turls = turls;
  }

  /** As clients see them. */
  public static CallMetrics ofFrontend(CallFigures calls) {
    return new CallMetrics(calls, SRM_CALLS, SRM_TIMES, SRM_TURLS);
  }

  /** As frontends see them. */
  public static CallMetrics ofBackend(CallFigures calls) {
    return new CallMetrics(calls, BACKEND_CALLS, BACKEND_TIMES, BACKEND_TURLS);
  }

  @Override
  public List<Metric> metrics() {
    return List.of(counts, times, turls);
  }

  /** Operations that were never called are left out: most sites use a dozen of them. */
  @Override
  public void tell(Samples samples) {
    calls
        .operations()
        .forEach(
            (name, figures) -> {
              if (isUsed(figures)) {
                for (CallResult result : CallResult.values()) {
                  samples.add(counts, figures.count(result), name, result.label());
                }
                samples.add(times, figures.times(), name);
              }
            });
    samples.add(turls, calls.turls().spread());
  }

  private static boolean isUsed(OperationFigures figures) {
    for (CallResult result : CallResult.values()) {
      if (figures.count(result) > 0) {
        return true;
      }
    }
    return false;
  }
}
