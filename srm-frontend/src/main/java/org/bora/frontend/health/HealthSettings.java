package org.bora.frontend.health;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * Where a balancer asks.
 *
 * @param address to listen on; by default this machine alone can ask
 * @param port empty: not served; 0 takes a free one
 */
public record HealthSettings(String address, OptionalInt port) {

  private static final int LAST_PORT = 65_535;

  public HealthSettings {
    Objects.requireNonNull(port, "port");
    if (address.isBlank()) {
      throw new IllegalArgumentException("address: a name or an address is needed");
    }
    if (port.isPresent() && (port.getAsInt() < 0 || port.getAsInt() > LAST_PORT)) {
      throw new IllegalArgumentException("port: " + port.getAsInt() + ", allowed is 0 to 65535");
    }
  }

  /** No port. */
  public static HealthSettings defaults() {
    return new HealthSettings("127.0.0.1", OptionalInt.empty());
  }
}
