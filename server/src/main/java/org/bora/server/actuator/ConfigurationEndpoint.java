package org.bora.server.actuator;

import java.util.Objects;
import org.bora.server.admin.RunningConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code configprops}: the configuration in force, defaults and reloads included. Secrets stand in
 * files, of which it has the names; a password in a URL is not shown.
 */
@Endpoint(id = "configprops")
final class ConfigurationEndpoint {
  private final RunningConfiguration configuration;

  ConfigurationEndpoint(RunningConfiguration configuration) {
    this.configuration = Objects.requireNonNull(configuration, "configuration");
  }

  /** All keys with their values. */
  @ReadOperation
  RunningConfiguration.ShownConfiguration values() {
    return configuration.shown();
  }
}
