package org.bora.port;

import org.bora.settings.Allowed;

/**
 * Limits on connections. The documentation of each port names the settings.
 *
 * @param most open at a time; near this limit, each new connection ends the least useful one
 * @param beforeRequest of these, without a request yet; beyond it the oldest is closed
 * @param perAddress of these, from one IPv4 address or one IPv6 network of 64 bits; it may have the
 *     same share of {@code beforeRequest}
 * @param perCaller of these, of one authenticated caller
 */
public record ConnectionLimits(int most, int beforeRequest, int perAddress, int perCaller) {

  /** More descriptors than a process gets. */
  public static final int UPPER = 1_000_000;

  public ConnectionLimits {
    Allowed.within("most", most, 1, UPPER);
    Allowed.within("beforeRequest", beforeRequest, 1, UPPER);
    Allowed.within("perAddress", perAddress, 1, UPPER);
    Allowed.within("perCaller", perCaller, 1, UPPER);
  }

  /** How many of one address may be without a request. */
  public int perAddressBeforeRequest() {
    long share = (long) beforeRequest * Math.min(perAddress, most) / most;
    return (int) Math.max(1, share);
  }
}
