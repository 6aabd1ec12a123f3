package org.bora.launcher.config;

import java.time.Duration;
import java.util.List;
import org.bora.frontend.gsi.door.AddressRange;
import org.bora.frontend.gsi.door.ConnectionBounds;
import org.bora.frontend.gsi.door.DoorSettings;

/** Reads the section {@code connections}. */
final class ConnectionSection {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  private static final ValueType<Integer> MANY = Values.number(1, 1_000_000);
  private static final ValueType<AddressRange> RANGE =
      new ValueType<>(
          "an address or a range of addresses, for example 192.0.2.0/24",
          "192.0.2.0/24",
          AddressRange::parse);

  private ConnectionSection() {}

  /** The port is filled in when it is chosen. */
  static DoorSettings read(Section section, String address) {
    DoorSettings preset = DoorSettings.defaults();
    ConnectionBounds bounds = bounds(section, preset.bounds());
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
                    bounds,
                    queue,
                    handshake,
                    delegation,
                    preset.bodyTimeout(),
                    idle,
                    head,
                    drain))
        .orElse(preset);
  }

  private static ConnectionBounds bounds(Section section, ConnectionBounds preset) {
    int most = section.value("most", MANY, "" + preset.most());
    int handshakes = section.value("handshakes", MANY, "" + preset.beforeHttp());
    int perAddress = section.value("per-address", MANY, "" + Math.max(1, most / 2));
    int perCaller = section.value("per-caller", MANY, "" + Math.max(1, (int) (most * 3L / 10)));
    Duration patience =
        section.value(
            "patience", Values.duration(SECOND, TEN_MINUTES), Values.write(preset.patience()));
    List<AddressRange> balancers = section.list("balancers", RANGE);
    return section
        .build(
            () ->
                new ConnectionBounds(most, handshakes, perAddress, perCaller, patience, balancers))
        .orElse(preset);
  }
}
