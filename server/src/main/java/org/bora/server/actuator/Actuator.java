package org.bora.server.actuator;

import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.bora.server.admin.RunningConfiguration;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.boot.actuate.info.InfoEndpoint;
import org.springframework.boot.actuate.logging.LoggersEndpoint;
import org.springframework.boot.actuate.management.ThreadDumpEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointWebExtension;
import org.springframework.boot.logging.LoggerGroups;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.prometheus.PrometheusScrapeEndpoint;
import org.springframework.core.env.Environment;

/**
 * The endpoints of Actuator that Bora has, as beans. Each is made at its first request, after the
 * start, because figures and health come from running parts.
 *
 * @param process name, version and start time of this process
 * @param health the health components of this process
 * @param figures the metrics for Prometheus
 * @param configuration in force
 */
public record Actuator(
    Map<String, Object> process,
    ProcessHealth health,
    Supplier<PrometheusRegistry> figures,
    RunningConfiguration configuration)
    implements BeanRegistrar {

  /** Slower checks are logged. */
  private static final Duration SLOW = Duration.ofSeconds(5);

  public Actuator {
    process = Map.copyOf(process);
    Objects.requireNonNull(health, "health");
    Objects.requireNonNull(figures, "figures");
    Objects.requireNonNull(configuration, "configuration");
  }

  @Override
  public void register(BeanRegistry registry, Environment environment) {
    lazy(
        registry,
        HealthEndpoint.class,
        () -> new HealthEndpoint(health.needs(), null, HealthGroup.all(), SLOW));
    lazy(
        registry,
        HealthEndpointWebExtension.class,
        () -> new HealthEndpointWebExtension(health.needs(), null, HealthGroup.all(), SLOW));
    lazy(
        registry,
        PrometheusScrapeEndpoint.class,
        () -> new PrometheusScrapeEndpoint(figures.get(), null));
    lazy(
        registry,
        LoggersEndpoint.class,
        () ->
            new LoggersEndpoint(
                new LogbackLoggingSystem(getClass().getClassLoader()), new LoggerGroups()));
    lazy(
        registry,
        InfoEndpoint.class,
        () -> new InfoEndpoint(List.of(info -> info.withDetail("process", process))));
    lazy(registry, ThreadDumpEndpoint.class, ThreadDumpEndpoint::new);
    lazy(registry, ConfigurationEndpoint.class, () -> new ConfigurationEndpoint(configuration));
  }

  private static <T> void lazy(BeanRegistry registry, Class<T> type, Supplier<T> made) {
    registry.registerBean(
        type.getSimpleName(), type, bean -> bean.lazyInit().supplier(_ -> made.get()));
  }
}
