package org.bora.port;

import java.time.Duration;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of a port for few clients.
 *
 * @param connections open at a time; three quarters of them without a request
 * @param perAddress of these, from one IPv4 address or one IPv6 network of 64 bits
 * @param perCaller of these, of one certificate subject or token
 * @param requestTime time limit for the handshake and the head of the first request together, for
 *     the head of each later request, and for each body; a connection that is silent for this time
 *     ends
 */
public record PortBounds(
    @Key(preset = "200", least = "4", most = "100000") int connections,
    @Key(name = "connections-per-address", preset = "100", least = "1", most = "100000")
        int perAddress,
    @Key(name = "connections-per-caller", preset = "50", least = "1", most = "100000")
        int perCaller,
    @Key(name = "request-timeout", preset = "30s", least = "1s", most = "10m") Duration requestTime)
    implements Keys {

  public PortBounds {
    Keys.check(PortBounds.class, connections, perAddress, perCaller, requestTime);
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
