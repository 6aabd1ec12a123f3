package org.bora.door.gsi.door;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import org.bora.port.ConnectionLimits;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of connections, in total, by address and by caller.
 *
 * @param most maximum number of open connections. Close to it, each new one closes the one that has
 *     been idle for longest; if all are busy, more wait in the kernel's queue
 * @param beforeHttp maximum number of these without a byte of HTTP; beyond it, the oldest is closed
 * @param perAddress maximum number of these from one IPv4 address or one IPv6 network of 64 bits,
 *     which may also have the same share of {@code beforeHttp}
 * @param perCaller maximum number of these of one certificate subject
 * @param patience how long a client waits for its handshake to begin; after that it is assumed to
 *     have left
 * @param balancers load balancers, whose connections belong to many clients; only they may use the
 *     PROXY protocol
 */
public record ConnectionBounds(
    @Key(preset = "10000", least = "1", most = "1000000") int most,
    @Key(name = "handshakes", preset = "8000", least = "1", most = "1000000") int beforeHttp,
    @Key(preset = "5000", tenths = 5, of = "most", least = "1", most = "1000000") int perAddress,
    @Key(preset = "3000", tenths = 3, of = "most", least = "1", most = "1000000") int perCaller,
    @Key(preset = "15s", least = "1s", most = "10m") Duration patience,
    @Key List<AddressRange> balancers)
    implements Keys {

  public ConnectionBounds {
    Keys.check(
        ConnectionBounds.class, most, beforeHttp, perAddress, perCaller, patience, balancers);
    balancers = List.copyOf(balancers);
  }

  /**
   * 10,000 connections, 8,000 of them before HTTP: with 500 handshakes a second, waiting
   * connections reach their time limit before this limit, and 2,000 simultaneous clients reach
   * neither. Half of them for one address, so that a computing centre behind one address is served
   * and leaves room for others. Three tenths for one caller, more than its limit of 2,500 calls in
   * progress, so that a caller with too many first gets an SRM answer. 15 s is the patience of
   * clients in the published tests.
   */
  public static ConnectionBounds defaults() {
    return Keys.defaults(ConnectionBounds.class);
  }

  /** As the keeper of connections wants them. */
  ConnectionLimits limits() {
    return new ConnectionLimits(most, beforeHttp, perAddress, perCaller);
  }

  /** Whether this is the address of a balancer. */
  boolean isBalancer(InetAddress address) {
    for (AddressRange range : balancers) {
      if (range.contains(address)) {
        return true;
      }
    }
    return false;
  }
}
