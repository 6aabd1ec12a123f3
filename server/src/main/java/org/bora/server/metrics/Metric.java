package org.bora.server.metrics;

import java.util.List;
import java.util.Objects;

/**
 * A metric of Bora. The constants of this type are all metrics; docs/reference/metrics.md lists
 * them.
 *
 * @param name as in the exposition; of a counter without {@code _total}
 * @param help a sentence
 * @param labels in their order. Never a SURL, a subject or a token: callers must not be able to
 *     create time series
 */
public record Metric(String name, Kind kind, String help, List<String> labels) {

  /** The type of a metric in Prometheus. */
  public enum Kind {
    /** Only grows, from 0 at the start of the process. */
    COUNTER,
    /** A present value. */
    GAUGE,
    /** Times, by buckets. */
    HISTOGRAM
  }

  public Metric {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(help, "help");
    labels = List.copyOf(labels);
    if (!name.matches("bora_[a-z0-9_]+[a-z0-9]") || name.endsWith("_total")) {
      throw new IllegalArgumentException(name + " is no name of a metric");
    }
  }

  static Metric counter(String name, String help, String... labels) {
    return new Metric(name, Kind.COUNTER, help, List.of(labels));
  }

  static Metric gauge(String name, String help, String... labels) {
    return new Metric(name, Kind.GAUGE, help, List.of(labels));
  }

  static Metric histogram(String name, String help, String... labels) {
    return new Metric(name, Kind.HISTOGRAM, help, List.of(labels));
  }

  /** The name that queries use. */
  public String exposed() {
    return kind == Kind.COUNTER ? name + "_total" : name;
  }
}
