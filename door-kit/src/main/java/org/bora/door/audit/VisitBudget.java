package org.bora.door.audit;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Limits the number of refused connections that are logged per minute, in total and for each
 * address. Not thread safe.
 *
 * <p>A line has 300 bytes, or at most 3.5 kB with a very long subject. Under endless refusals two
 * budgets make 26 MB a day, or at most 165 MB.
 */
final class VisitBudget {

  static final int MOST = 30;
  static final int MOST_OF_BLOCK = 5;

  private final Map<String, Integer> told = new HashMap<>();
  private int all;
  private long untold;

  /** An IPv4 address, or the 64 leading bits of an IPv6 one: what a single machine may have. */
  static String block(String host) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    try {
      InetAddress address =
          InetAddress.ofLiteral(bracketed ? host.substring(1, host.length() - 1) : host);
      return address instanceof Inet6Address
          ? Long.toHexString(ByteBuffer.wrap(address.getAddress()).getLong())
          : host;
    } catch (IllegalArgumentException noAddress) {
      return host;
    }
  }

  /** Another minute. */
  void renew() {
    told.clear();
    all = 0;
  }

  /** One is not told. */
  void leaveOut() {
    untold++;
  }

  /** The number of visits omitted before; negative if this one is omitted. */
  long take(String block) {
    int ofBlock = told.getOrDefault(block, 0);
    if (all == MOST || ofBlock == MOST_OF_BLOCK) {
      leaveOut();
      return -1;
    }
    all++;
    told.put(block, ofBlock + 1);
    long before = untold;
    untold = 0;
    return before;
  }
}
