package org.bora.launcher.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.DoorSettings.Sharing;
import org.bora.gridftp.door.WatchSettings;

/**
 * The GridFTP servers that clients are sent to.
 *
 * @param doors of the site; the one that {@code up} runs is not among them
 * @param watch how their health is watched
 * @param sharing how requests are shared among the healthy ones
 * @param settling for {@link Sharing#STEADY_FIRST}: how long a door must stay up to be steady
 * @param probe how deep a check goes
 */
public record DoorsSettings(
    List<Door> doors, WatchSettings watch, Sharing sharing, Duration settling, Probe probe) {

  /** How deep a check goes. */
  public enum Probe {
    /** The server greets. */
    GREETING,
    /** It proves its name and accepts the host certificate. */
    HANDSHAKE,
    /** It also maps the host certificate to a local account. */
    LOGIN
  }

  public DoorsSettings {
    doors = List.copyOf(doors);
    Objects.requireNonNull(watch, "watch");
    Objects.requireNonNull(sharing, "sharing");
    Objects.requireNonNull(settling, "settling");
    Objects.requireNonNull(probe, "probe");
  }

  static DoorsSettings read(Section root) {
    List<Door> doors = new ArrayList<>();
    for (Section section : root.sections("doors")) {
      door(section).ifPresent(doors::add);
    }
    Section section = root.section("door-watch");
    WatchSettings preset = WatchSettings.defaults();
    ValueType<Duration> duration = Values.duration(Duration.ofMillis(1), Duration.ofHours(1));
    Duration interval = section.value("interval", duration, Values.write(preset.interval()));
    Duration timeout = section.value("timeout", duration, Values.write(preset.timeout()));
    int close =
        section.value("failures-to-close", Values.number(1, 100), "" + preset.failuresToClose());
    int open =
        section.value("successes-to-open", Values.number(1, 100), "" + preset.successesToOpen());
    Sharing sharing = section.value("sharing", Values.oneOf(Sharing.class), "round-robin");
    Duration settling = section.value("settling", duration, "1m");
    Probe probe = section.value("probe", Values.oneOf(Probe.class), "handshake");
    section.finish();
    return new DoorsSettings(
        doors,
        section.build(() -> new WatchSettings(interval, timeout, close, open)).orElse(preset),
        sharing,
        settling,
        probe);
  }

  private static Optional<Door> door(Section section) {
    String host = section.required("host", Values.host("the host name of its certificate"));
    int port = section.value("port", Values.port(), "2811");
    String name = section.optional("name", Values.text()).orElse(host + ":" + port);
    String prefix =
        section
            .optional("prefix", Values.text("a path to put before the physical one in TURLs"))
            .orElse("");
    section.finish();
    return section.build(() -> new Door(name, host, port, prefix));
  }
}
