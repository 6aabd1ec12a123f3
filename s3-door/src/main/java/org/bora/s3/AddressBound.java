package org.bora.s3;

import java.util.HashMap;
import java.util.Map;

/**
 * How much is done at a time for callers that are not known yet: in all, and for each address.
 * Thread safe.
 */
final class AddressBound {
  private final int most;
  private final int mostOfAddress;
  private final Map<String, Integer> byAddress = new HashMap<>();
  private int all;

  AddressBound(int most, int mostOfAddress) {
    this.most = most;
    this.mostOfAddress = mostOfAddress;
  }

  /** Whether there is a place; what was taken is given back once. */
  synchronized boolean take(String address) {
    int its = byAddress.getOrDefault(address, 0);
    if (its >= mostOfAddress || all >= most) {
      return false;
    }
    byAddress.put(address, its + 1);
    all++;
    return true;
  }

  synchronized void giveBack(String address) {
    byAddress.computeIfPresent(address, (_, its) -> its > 1 ? its - 1 : null);
    all--;
  }
}
