package org.bora.launcher.config;

import java.time.Duration;
import org.bora.frontend.gsi.door.DoorSettings;

/** Reads the section {@code connections}. */
final class ConnectionSection {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private ConnectionSection() {}

  /** The port is filled in when it is chosen. */
  static DoorSettings read(Section section, String address) {
    DoorSettings preset = DoorSettings.defaults();
    int most = section.value("most", Values.number(1, 1_000_000), "" + preset.maxConnections());
    int handshakes =
        section.value("handshakes", Values.number(1, 1_000_000), "" + preset.maxHandshakes());
    int queue = section.value("accept-queue", Values.number(1, 65_535), "" + preset.acceptQueue());
    ValueType<Duration> wait = Values.duration(SECOND, TEN_MINUTES);
    Duration handshake =
        section.value("handshake-timeout", wait, Values.write(preset.handshakeTimeout()));
    Duration delegation =
        section.value("delegation-timeout", wait, Values.write(preset.delegationTimeout()));
    Duration idle =
        section.value(
            "idle-timeout",
            Values.duration(SECOND, Duration.ofHours(1)),
            Values.write(preset.idleTimeout()));
    int head =
        section
            .value(
                "request-head",
                Values.size(1024, 65_536),
                Values.writeSize(preset.requestHeadBytes()))
            .intValue();
    Duration drain =
        section.value(
            "drain-timeout",
            Values.duration(Duration.ZERO, TEN_MINUTES),
            Values.write(preset.drainTimeout()));
    section.finish();
    return section
        .build(
            () ->
                new DoorSettings(
                    address,
                    preset.port(),
                    most,
                    handshakes,
                    queue,
                    handshake,
                    delegation,
                    idle,
                    head,
                    drain))
        .orElse(preset);
  }
}
