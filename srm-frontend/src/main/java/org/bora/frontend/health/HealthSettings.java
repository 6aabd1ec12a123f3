package org.bora.frontend.health;

import java.util.OptionalInt;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The port for load balancers: the section {@code health}.
 *
 * @param address to listen on; by default only this machine can connect
 * @param port empty for no port; 0 for any free port
 */
public record HealthSettings(
    @Key(preset = "127.0.0.1", form = Key.Form.HOST, allowed = "an address of this machine")
        String address,
    @Key(form = Key.Form.PORT) OptionalInt port)
    implements Keys {

  public HealthSettings {
    Keys.check(HealthSettings.class, address, port);
    if (address.isBlank()) {
      throw new IllegalArgumentException("address: a name or an address is needed");
    }
  }

  /** No port. */
  public static HealthSettings defaults() {
    return Keys.defaults(HealthSettings.class);
  }
}
