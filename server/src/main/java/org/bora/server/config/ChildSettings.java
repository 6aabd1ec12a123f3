package org.bora.server.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import org.bora.server.gridftp.DataPorts;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The GridFTP server that an all-in-one Bora runs: the section {@code gridftp}.
 *
 * @param run whether it runs one
 * @param address it listens on, for control and data
 * @param port control port; empty: 2811, or a free port
 * @param dataPorts of data channels, {@code FIRST-LAST}; empty: any free port
 * @param serve the only directory tree it may touch
 */
public record ChildSettings(
    @Key(preset = "false") boolean run,
    @Key(preset = "0.0.0.0", form = Key.Form.HOST, allowed = "an address of this machine")
        String address,
    @Key(preset = "2811", form = Key.Form.PORT_OR_AUTO) OptionalInt port,
    @Key(allowed = "FIRST-LAST, for example 50000-50199") Optional<String> dataPorts,
    @Key(preset = "/") Path serve)
    implements Keys {

  public ChildSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(serve, "serve");
    try {
      dataPorts.ifPresent(DataPorts::parse);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("data-ports: " + e.getMessage(), e);
    }
  }

  /** The ports of data channels. */
  public Optional<DataPorts> range() {
    return dataPorts.map(DataPorts::parse);
  }
}
