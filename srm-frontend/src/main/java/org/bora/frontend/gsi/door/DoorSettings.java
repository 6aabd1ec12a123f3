package org.bora.frontend.gsi.door;

import java.time.Duration;
import java.util.Objects;

/**
 * The port and its bounds.
 *
 * @param bindAddress address to listen on, empty for all of them
 * @param port TCP port, 0 for any free one
 * @param maxConnections open at a time; more wait in the kernel's queue, 1 to 1,000,000
 * @param maxHandshakes of these, without a byte of HTTP yet; the oldest makes room, 1 to 1,000,000
 * @param acceptQueue length of that queue, 1 to 65,535 (the kernel may cap it: somaxconn)
 * @param handshakeTimeout from the connection to the first byte of HTTP, 1 s to 10 min
 * @param delegationTimeout added when the client delegates a credential, 1 s to 10 min
 * @param idleTimeout of a connection without a byte in either direction, 1 s to 1 h
 * @param requestHeadBytes of request line and headers, 1,024 to 65,536
 * @param drainTimeout given to requests under way when the door closes, 0 to 10 min
 */
public record DoorSettings(
    String bindAddress,
    int port,
    int maxConnections,
    int maxHandshakes,
    int acceptQueue,
    Duration handshakeTimeout,
    Duration delegationTimeout,
    Duration idleTimeout,
    int requestHeadBytes,
    Duration drainTimeout) {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  public DoorSettings {
    Objects.requireNonNull(bindAddress, "bindAddress");
    within("port", port, 0, 65_535);
    within("maxConnections", maxConnections, 1, 1_000_000);
    within("maxHandshakes", maxHandshakes, 1, 1_000_000);
    within("acceptQueue", acceptQueue, 1, 65_535);
    within("handshakeTimeout", handshakeTimeout, SECOND, TEN_MINUTES);
    within("delegationTimeout", delegationTimeout, SECOND, TEN_MINUTES);
    within("idleTimeout", idleTimeout, SECOND, Duration.ofHours(1));
    within("requestHeadBytes", requestHeadBytes, 1_024, 65_536);
    within("drainTimeout", drainTimeout, Duration.ZERO, TEN_MINUTES);
  }

  /**
   * Port 8444, 10,000 connections. 2,000 handshakes: a machine that does 500 a second keeps even
   * the last of them waiting for less than clients wait.
   */
  public static DoorSettings defaults() {
    return new DoorSettings(
        "",
        8444,
        10_000,
        2_000,
        4_096,
        Duration.ofSeconds(30),
        Duration.ofSeconds(30),
        Duration.ofMinutes(2),
        16_384,
        Duration.ofSeconds(10));
  }

  private static void within(String key, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          key + " is " + value + ", allowed are " + least + " to " + most);
    }
  }

  private static void within(String key, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          key + " is " + value + ", allowed are " + least + " to " + most);
    }
  }
}
