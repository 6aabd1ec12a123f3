package org.bora.server.metrics;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All metrics of this process, in the format of Prometheus. Bora's parts count in their own fields,
 * which each scrape reads; Micrometer reports on the JVM. Thread safe.
 */
public final class Metrics implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Metrics.class);

  private final List<MetricSource> sources = new CopyOnWriteArrayList<>();
  private final PrometheusRegistry collectors = new PrometheusRegistry();
  private final PrometheusMeterRegistry registry;
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** Tells of the Java machine only, until sources are added. */
  public Metrics() {
    registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, collectors, Clock.SYSTEM);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    collections.bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    MultiCollector ours = this::collect;
    collectors.register(ours);
  }

  /** Adds a source. */
  public void add(MetricSource source) {
    sources.add(source);
  }

  /** Everything that sources may tell. */
  public Set<Metric> known() {
    return sources.stream()
        .flatMap(source -> source.metrics().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** One source that fails does not silence the others. */
  private MetricSnapshots collect() {
    Samples samples = new Samples(known());
    for (MetricSource source : sources) {
      try {
        source.tell(samples);
      } catch (RuntimeException e) {
        LOG.error("metrics of {} cannot be collected", source.getClass().getSimpleName(), e);
      }
    }
    return samples.snapshots();
  }

  /** What is scraped; never blocks. */
  public PrometheusRegistry collectors() {
    return collectors;
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
