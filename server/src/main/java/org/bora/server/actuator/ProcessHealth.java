package org.bora.server.actuator;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.bora.server.drain.ServiceState;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.registry.DefaultHealthContributorRegistry;
import org.springframework.boot.health.registry.HealthContributorRegistry;

/**
 * The health components of a process for Actuator: what it needs in order to serve, and whether it
 * is in service. Roles add components while they start. Thread safe.
 */
public final class ProcessHealth {
  private final HealthContributorRegistry needs = new DefaultHealthContributorRegistry();

  public ProcessHealth() {
    HealthIndicator answering = () -> Health.up().build();
    needs.registerContributor(HealthGroup.PROCESS, answering);
  }

  /**
   * Adds a need.
   *
   * @param trouble returns the problem, for the administrator; empty if there is none. May block
   *     for a few seconds at most; thread safe
   */
  public void need(String name, Supplier<Optional<String>> trouble) {
    Objects.requireNonNull(trouble, "trouble");
    HealthIndicator indicator =
        () ->
            trouble
                .get()
                .map(why -> Health.down().withDetail("trouble", why))
                .orElseGet(Health::up)
                .build();
    needs.registerContributor(name, indicator);
  }

  /** Adds whether the process is in service; false while it drains. */
  public void service(Supplier<ServiceState> state) {
    Objects.requireNonNull(state, "state");
    HealthIndicator indicator =
        () -> {
          ServiceState now = state.get();
          Health.Builder health = now == ServiceState.SERVING ? Health.up() : Health.outOfService();
          return health.withDetail("state", now.word()).build();
        };
    needs.registerContributor(HealthGroup.SERVICE, indicator);
  }

  HealthContributorRegistry needs() {
    return needs;
  }
}
