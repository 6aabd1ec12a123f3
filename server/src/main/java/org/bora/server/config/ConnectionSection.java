package org.bora.server.config;

import java.time.Duration;
import java.util.List;
import org.bora.door.gsi.door.AddressRange;
import org.bora.door.gsi.door.ConnectionBounds;
import org.bora.door.gsi.door.DoorSettings;

/** The section {@code connections}. */
record ConnectionSection(
    @Key(preset = "10000", least = "1", most = "1000000") int most,
    @Key(preset = "8000", least = "1", most = "1000000") int handshakes,
    @Key(preset = "5000", least = "1", most = "1000000") int perAddress,
    @Key(preset = "3000", least = "1", most = "1000000") int perCaller,
    @Key(preset = "15s", least = "1s", most = "10m") Duration patience,
    @Key List<AddressRange> balancers,
    @Key(preset = "4096", least = "1", most = "65535") int acceptQueue,
    @Key(preset = "30s", least = "1s", most = "10m") Duration handshakeTimeout,
    @Key(preset = "30s", least = "1s", most = "10m") Duration delegationTimeout,
    @Key(preset = "2m", least = "1s", most = "1h") Duration idleTimeout,
    @Key(preset = "16KiB", least = "1KiB", most = "64KiB") long requestHead,
    @Key(preset = "10s", least = "0s", most = "10m") Duration drainTimeout)
    implements Keys {

  /** The port is filled in when it is chosen. */
  static DoorSettings read(Section section, String address) {
    DoorSettings preset = DoorSettings.defaults();
    ConnectionSection said = section.bind(ConnectionSection.class);
    ConnectionBounds bounds = said.bounds(section, preset.bounds());
    return section
        .build(
            () ->
                new DoorSettings(
                    address,
                    preset.port(),
                    bounds,
                    said.acceptQueue,
                    said.handshakeTimeout,
                    said.delegationTimeout,
                    preset.bodyTimeout(),
                    said.idleTimeout,
                    (int) said.requestHead,
                    said.drainTimeout))
        .orElse(preset);
  }

  private ConnectionBounds bounds(Section section, ConnectionBounds preset) {
    int address = share(section, "per-address", perAddress, 5);
    int caller = share(section, "per-caller", perCaller, 3);
    return section
        .build(() -> new ConnectionBounds(most, handshakes, address, caller, patience, balancers))
        .orElse(preset);
  }

  /** Where the key is not given, so many tenths of {@code most}. */
  private int share(Section section, String key, int given, int tenths) {
    if (section.has(key)) {
      return given;
    }
    int share = Math.max(1, (int) ((long) most * tenths / 10));
    section.says(key, share);
    return share;
  }
}
