package org.bora.server.actuator;

import java.util.Map;
import java.util.function.Predicate;
import org.springframework.boot.actuate.endpoint.SecurityContext;
import org.springframework.boot.health.actuate.endpoint.AdditionalHealthEndpointPath;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HttpCodeStatusMapper;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;

/**
 * Health components that are queried together. Everyone who may query them sees the details; the
 * configuration names who may.
 *
 * @param members names of the components
 */
record HealthGroup(Predicate<String> members) implements HealthEndpointGroup {
  /** The process runs and answers. */
  static final String PROCESS = "process";

  /** The process is in service. */
  static final String SERVICE = "service";

  /** GridFTP servers: without a healthy one there are no TURLs, and all else is served. */
  static final String DOORS = "doors";

  /**
   * {@code liveness}: a process that fails it should be restarted. {@code balancer}: whether load
   * balancers should send clients, as on the health port. {@code readiness}: whether clients are
   * served. {@code needs}: whether the required resources are available, regardless of draining.
   */
  static HealthEndpointGroups all() {
    return HealthEndpointGroups.of(
        new HealthGroup(_ -> true),
        Map.of(
            "liveness", new HealthGroup(PROCESS::equals),
            "balancer", new HealthGroup(SERVICE::equals),
            "readiness", new HealthGroup(name -> !name.equals(DOORS)),
            "needs", new HealthGroup(name -> !name.equals(DOORS) && !name.equals(SERVICE))));
  }

  @Override
  public boolean isMember(String name) {
    return members.test(name);
  }

  @Override
  public boolean showComponents(SecurityContext context) {
    return true;
  }

  @Override
  public boolean showDetails(SecurityContext context) {
    return true;
  }

  @Override
  public StatusAggregator getStatusAggregator() {
    return StatusAggregator.getDefault();
  }

  @Override
  public HttpCodeStatusMapper getHttpCodeStatusMapper() {
    return HttpCodeStatusMapper.getDefault();
  }

  /** There is none: Bora has one port for administrators. */
  @Override
  public AdditionalHealthEndpointPath getAdditionalPath() {
    return null;
  }
}
