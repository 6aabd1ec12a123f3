package org.bora.backend.stage.board;

import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.bora.port.PortBounds;

/**
 * How pullers reach the board.
 *
 * @param host name or address to listen on
 * @param port 0 takes a free one
 * @param tokens file of the words that pullers show, see {@link BearerTokens}
 * @param tls false only on this machine's own addresses: tokens would be read on the way
 * @param lease how long a puller has a task of which it says nothing, 1 s to 7 days
 * @param bounds of connections and times
 */
public record BoardSettings(
    String host, int port, Path tokens, boolean tls, Duration lease, PortBounds bounds) {
  public static final Duration SHORTEST_LEASE = Duration.ofSeconds(1);
  public static final Duration LONGEST_LEASE = Duration.ofDays(7);

  private static final int LAST_PORT = 65_535;

  public BoardSettings {
    Objects.requireNonNull(tokens, "tokens");
    Objects.requireNonNull(bounds, "bounds");
    if (host.isBlank()) {
      throw new IllegalArgumentException("host: a name or an address is needed");
    }
    if (port < 0 || port > LAST_PORT) {
      throw new IllegalArgumentException("port: " + port + ", allowed is 0 to " + LAST_PORT);
    }
    if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
      throw new IllegalArgumentException(
          "lease: " + lease + ", allowed is " + SHORTEST_LEASE + " to " + LONGEST_LEASE);
    }
    if (!tls && !isOwn(host)) {
      throw new IllegalArgumentException(
          "tls: false is for 127.0.0.1 and ::1 only: on the way to "
              + host
              + " others could read the tokens");
    }
  }

  /**
   * 500 connections, half of them for those that show one token: the pullers of a library share
   * one, and have a machine of their own or two.
   */
  public static PortBounds presetBounds() {
    return new PortBounds(500, 250, 250, Duration.ofSeconds(30));
  }

  /** Addresses only: a name may lead elsewhere tomorrow. */
  private static boolean isOwn(String host) {
    return host.matches("127(\\.[0-9]{1,3}){3}")
        || host.equals(InetAddress.getLoopbackAddress().getHostAddress())
        || host.equals("::1");
  }
}
