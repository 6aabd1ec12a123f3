package org.bora.door.gsi.door;

import java.time.Duration;
import org.bora.settings.Allowed;
import org.bora.settings.Elsewhere;
import org.bora.settings.Flat;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The port and its limits: the section {@code connections}.
 *
 * @param bindAddress address to listen on, empty for all of them
 * @param port TCP port, 0 for any free one
 * @param bounds limits of connections
 * @param acceptQueue length of the kernel's queue (the kernel may cap it: somaxconn)
 * @param handshakeTimeout from the connection to the first byte of HTTP
 * @param delegationTimeout added when the client delegates a credential
 * @param bodyTimeout from the end of a request's head to the end of its body
 * @param idleTimeout of a connection without a byte in either direction
 * @param requestHeadBytes of request line and headers
 * @param drainTimeout time for running requests when the door closes
 */
public record DoorSettings(
    @Elsewhere String bindAddress,
    @Elsewhere(preset = "8444") int port,
    @Flat ConnectionBounds bounds,
    @Key(preset = "4096", least = "1", most = "65535") int acceptQueue,
    @Key(preset = "30s", least = "1s", most = "10m") Duration handshakeTimeout,
    @Key(preset = "30s", least = "1s", most = "10m") Duration delegationTimeout,
    @Elsewhere(preset = "30s") Duration bodyTimeout,
    @Key(preset = "2m", least = "1s", most = "1h") Duration idleTimeout,
    @Key(name = "request-head", preset = "16KiB", least = "1KiB", most = "64KiB")
        int requestHeadBytes,
    @Key(preset = "10s", least = "0s", most = "10m") Duration drainTimeout)
    implements Keys {

  public DoorSettings {
    Keys.check(
        DoorSettings.class,
        bindAddress,
        port,
        bounds,
        acceptQueue,
        handshakeTimeout,
        delegationTimeout,
        bodyTimeout,
        idleTimeout,
        requestHeadBytes,
        drainTimeout);
    Allowed.within("port", port, 0, 65_535);
    Allowed.within("body-timeout", bodyTimeout, Duration.ofSeconds(1), Duration.ofMinutes(10));
  }

  /** The same at an address, with this time limit for bodies. */
  public DoorSettings at(String address, int chosen, Duration bodies) {
    return new DoorSettings(
        address,
        chosen,
        bounds,
        acceptQueue,
        handshakeTimeout,
        delegationTimeout,
        bodies,
        idleTimeout,
        requestHeadBytes,
        drainTimeout);
  }

  /** Port 8444. */
  public static DoorSettings defaults() {
    return Keys.defaults(DoorSettings.class);
  }
}
