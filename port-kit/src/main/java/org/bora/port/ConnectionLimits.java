package org.bora.port;

import org.bora.settings.Allowed;

/**
 * How many connections there may be, and whose. The documentation of each port says which settings
 * these are.
 *
 * @param most open at a time; when nearly so many are, each new one ends the one that is missed
 *     least
 * @param beforeRequest of these, without a request yet; the oldest makes room
 * @param perAddress of these, from one IPv4 address or one IPv6 network of 64 bits; it may have the
 *     same share of {@code beforeRequest}
 * @param perCaller of these, of one caller once it is known who that is
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
