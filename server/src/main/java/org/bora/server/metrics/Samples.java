package org.bora.server.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bora.api.figures.TimeSpread;

/** The samples of one scrape. For one thread. */
public final class Samples {
  private final Set<Metric> known;
  private final Map<Metric, CounterSnapshot.Builder> counters = new LinkedHashMap<>();
  private final Map<Metric, GaugeSnapshot.Builder> gauges = new LinkedHashMap<>();
  private final Map<Metric, HistogramSnapshot.Builder> histograms = new LinkedHashMap<>();

  /** Metrics with their labels: one scrape has none of them twice, or it is none at all. */
  private final Set<List<Object>> told = new HashSet<>();

  /**
   * Nothing yet.
   *
   * @param known metrics that may be told; others are a mistake of ours
   */
  Samples(Set<Metric> known) {
    this.known = known;
  }

  /** The same of whole things. */
  public void add(Metric metric, long value, String... labels) {
    add(metric, (double) value, labels);
  }

  /**
   * A value of a counter or a gauge, with a value for each of its labels. Of two with the same
   * labels, such as a backend that a configuration names twice, the first counts.
   */
  public void add(Metric metric, double value, String... labels) {
    Labels all = labels(metric, labels);
    if (!told.add(List.of(metric, all))) {
      return;
    }
    switch (metric.kind()) {
      case COUNTER ->
          counters
              .computeIfAbsent(
                  metric, it -> CounterSnapshot.builder().name(it.name()).help(it.help()))
              .dataPoint(
                  CounterSnapshot.CounterDataPointSnapshot.builder()
                      .labels(all)
                      .value(value)
                      .build());
      case GAUGE ->
          gauges
              .computeIfAbsent(
                  metric, it -> GaugeSnapshot.builder().name(it.name()).help(it.help()))
              .dataPoint(
                  GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(all).value(value).build());
      case HISTOGRAM -> throw new IllegalArgumentException(metric.name() + " takes times");
    }
  }

  /** Times of a histogram, with a value for each of its labels. */
  public void add(Metric metric, TimeSpread times, String... labels) {
    Labels given = labels(metric, labels);
    if (!told.add(List.of(metric, given))) {
      return;
    }
    double[] bounds = TimeSpread.boundsSeconds();
    double[] all = Arrays.copyOf(bounds, bounds.length + 1);
    all[bounds.length] = Double.POSITIVE_INFINITY;
    long[] counts = times.counts().stream().mapToLong(Long::longValue).toArray();
    histograms
        .computeIfAbsent(metric, it -> HistogramSnapshot.builder().name(it.name()).help(it.help()))
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .labels(given)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(all, counts))
                .sum(times.sumNanos() / 1e9)
                .build());
  }

  private Labels labels(Metric metric, String... values) {
    if (!known.contains(metric)) {
      throw new IllegalArgumentException(metric.name() + " is told by who does not know it");
    }
    if (values.length != metric.labels().size()) {
      throw new IllegalArgumentException(metric.name() + " has labels " + metric.labels());
    }
    return Labels.of(metric.labels(), List.of(values));
  }

  MetricSnapshots snapshots() {
    List<MetricSnapshot> all = new ArrayList<>();
    counters.values().forEach(one -> all.add(one.build()));
    gauges.values().forEach(one -> all.add(one.build()));
    histograms.values().forEach(one -> all.add(one.build()));
    return new MetricSnapshots(all);
  }
}
