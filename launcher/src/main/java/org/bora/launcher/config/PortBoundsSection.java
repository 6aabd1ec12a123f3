package org.bora.launcher.config;

import java.util.Optional;
import org.bora.door.PortBounds;

/** Reads the bounds of a port for few clients, which stand among the other keys of its section. */
final class PortBoundsSection {
  private PortBoundsSection() {}

  /** Empty where a value cannot be used, of which a mistake tells then. */
  static Optional<PortBounds> read(Section section, PortBounds preset) {
    int connections =
        section.value(
            "connections",
            Values.number(PortBounds.LEAST, PortBounds.MOST),
            "" + preset.connections());
    ValueType<Integer> part = Values.number(1, PortBounds.MOST);
    int perAddress = section.value("connections-per-address", part, "" + preset.perAddress());
    int perCaller = section.value("connections-per-caller", part, "" + preset.perCaller());
    var time =
        section.value(
            "request-timeout",
            Values.duration(PortBounds.SHORTEST, PortBounds.LONGEST),
            Values.write(preset.requestTime()));
    return section.build(() -> new PortBounds(connections, perAddress, perCaller, time));
  }
}
