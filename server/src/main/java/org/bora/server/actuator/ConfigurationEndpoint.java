package org.bora.server.actuator;

import java.util.Objects;
import org.bora.server.admin.RunningConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@code configprops}: the configuration in force, defaults and reloads included. Secrets are in
 * files, and only the names of these files are shown. A password in a URL is hidden.
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
