package org.bora.server.metrics;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.bora.api.figures.Origin;
import org.bora.audit.AuditLog;

/**
 * Metrics of every process: name and version, and its audit log.
 *
 * @param audit empty if there is no audit log
 */
public record ProcessMetrics(Origin origin, Optional<AuditLog> audit) implements MetricSource {
  private static final Metric BUILD =
      Metric.gauge(
          "bora_build_info",
          "Version, Java version and kind of this process; the value is always 1.",
          "version",
          "java",
          "process");
  private static final Metric WRITES =
      Metric.counter("bora_audit_writes", "Audit log entries by result.", "result");
  private static final Metric WORKING =
      Metric.gauge("bora_audit_working", "1 while the audit log can be written, otherwise 0.");

  public ProcessMetrics {
    Objects.requireNonNull(origin, "origin");
    Objects.requireNonNull(audit, "audit");
  }

  static final List<Metric> METRICS = List.of(BUILD, WRITES, WORKING);

  @Override
  public List<Metric> metrics() {
    return METRICS;
  }

  @Override
  public void tell(Samples samples) {
    samples.add(
        BUILD,
        1,
        origin.version(),
        Runtime.version().toString(),
        origin.kind().name().toLowerCase(Locale.ROOT));
    audit.ifPresent(
        log -> {
          samples.add(WRITES, log.figures().written(), "written");
          samples.add(WRITES, log.figures().failed(), "failed");
          samples.add(WORKING, log.trouble().isEmpty() ? 1 : 0);
        });
  }
}
