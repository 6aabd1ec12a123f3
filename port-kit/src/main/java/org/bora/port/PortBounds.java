package org.bora.port;

import java.time.Duration;

/**
 * Bounds of a port for few clients.
 *
 * @param connections open at a time, 4 to 100,000; three quarters of them without a request
 * @param perAddress of these, from one IPv4 address or one IPv6 network of 64 bits, 1 to 100,000
 * @param perCaller of these, of one certificate subject or token, 1 to 100,000
 * @param requestTime for the handshake and the head of the first request together, for the head of
 *     each later one, and for each body, 1 s to 10 min; a connection without a byte for so long
 *     ends
 */
public record PortBounds(int connections, int perAddress, int perCaller, Duration requestTime) {

  public static final int LEAST = 4;
  public static final int MOST = 100_000;
  public static final Duration SHORTEST = Duration.ofSeconds(1);
  public static final Duration LONGEST = Duration.ofMinutes(10);

  public PortBounds {
    Allowed.within("connections", connections, LEAST, MOST);
    Allowed.within("perAddress", perAddress, 1, MOST);
    Allowed.within("perCaller", perCaller, 1, MOST);
    Allowed.within("requestTime", requestTime, SHORTEST, LONGEST);
  }

  /** For so many connections: half for one address, a quarter for one caller, 30 s. */
  public static PortBounds of(int connections) {
    return new PortBounds(
        connections, share(connections, 2), share(connections, 4), Duration.ofSeconds(30));
  }

  private static int share(int connections, int parts) {
    return Math.max(1, connections / parts);
  }

  /** As the keeper of connections wants them. */
  public ConnectionLimits limits() {
    return new ConnectionLimits(connections, connections / 4 * 3, perAddress, perCaller);
  }
}
