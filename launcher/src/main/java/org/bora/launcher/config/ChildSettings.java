package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalInt;

/**
 * The GridFTP server that an all-in-one Bora runs.
 *
 * @param run whether it runs one
 * @param address it listens on, for control and data
 * @param port control port; empty for 2811 or a free one
 * @param serve the only directory tree it may touch
 */
public record ChildSettings(boolean run, String address, OptionalInt port, Path serve) {

  public ChildSettings {
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(port, "port");
    Objects.requireNonNull(serve, "serve");
  }

  static ChildSettings read(Section section, Path base) {
    ChildSettings settings =
        new ChildSettings(
            section.value("run", Values.flag(), "false"),
            section.value("address", Values.host("an address of this machine"), "0.0.0.0"),
            section.value("port", Values.portOrAuto(), "2811"),
            section.value("serve", Values.path(base), "/"));
    section.finish();
    return settings;
  }
}
