package org.bora.door.gsi.door;

import java.time.Duration;
import java.util.Objects;
import org.bora.port.Allowed;

/**
 * The port and its bounds.
 *
 * @param bindAddress address to listen on, empty for all of them
 * @param port TCP port, 0 for any free one
 * @param bounds how many connections, and whose
 * @param acceptQueue length of the kernel's queue, 1 to 65,535 (the kernel may cap it: somaxconn)
 * @param handshakeTimeout from the connection to the first byte of HTTP, 1 s to 10 min
 * @param delegationTimeout added when the client delegates a credential, 1 s to 10 min
 * @param bodyTimeout from the end of a request's head to the end of its body, 1 s to 10 min
 * @param idleTimeout of a connection without a byte in either direction, 1 s to 1 h
 * @param requestHeadBytes of request line and headers, 1,024 to 65,536
 * @param drainTimeout given to requests under way when the door closes, 0 to 10 min
 */
public record DoorSettings(
    String bindAddress,
    int port,
    ConnectionBounds bounds,
    int acceptQueue,
    Duration handshakeTimeout,
    Duration delegationTimeout,
    Duration bodyTimeout,
    Duration idleTimeout,
    int requestHeadBytes,
    Duration drainTimeout) {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  public DoorSettings {
    Objects.requireNonNull(bindAddress, "bindAddress");
    Allowed.within("port", port, 0, 65_535);
    Objects.requireNonNull(bounds, "bounds");
    Allowed.within("acceptQueue", acceptQueue, 1, 65_535);
    Allowed.within("handshakeTimeout", handshakeTimeout, SECOND, TEN_MINUTES);
    Allowed.within("delegationTimeout", delegationTimeout, SECOND, TEN_MINUTES);
    Allowed.within("bodyTimeout", bodyTimeout, SECOND, TEN_MINUTES);
    Allowed.within("idleTimeout", idleTimeout, SECOND, Duration.ofHours(1));
    Allowed.within("requestHeadBytes", requestHeadBytes, 1_024, 65_536);
    Allowed.within("drainTimeout", drainTimeout, Duration.ZERO, TEN_MINUTES);
  }

  /** Port 8444. */
  public static DoorSettings defaults() {
    return new DoorSettings(
        "",
        8444,
        ConnectionBounds.defaults(),
        4_096,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofMinutes(2),
        16_384,
        Duration.ofSeconds(10));
  }
}
