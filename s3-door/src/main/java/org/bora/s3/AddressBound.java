package org.bora.s3;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.bora.port.AddressBlock;

/**
 * Limits the concurrent work for callers that are not identified yet, in total and for each {@link
 * AddressBlock}. A block gets at most a third of what is left, so a few blocks never take all
 * places; a block without any gets the last one. Thread safe.
 */
final class AddressBound {
  private static final int SHARE = 3;

  private final int most;
  private final int mostOfAddress;
  private final Map<Optional<AddressBlock>, Integer> byAddress = new HashMap<>();
  private int all;

  AddressBound(int most, int mostOfAddress) {
    this.most = most;
    this.mostOfAddress = mostOfAddress;
  }

  /**
   * Takes a place if there is one; each taken place is returned once.
   *
   * @param address as text; all invalid addresses count as one
   */
  synchronized boolean take(String address) {
    Optional<AddressBlock> block = AddressBlock.of(address);
    int its = byAddress.getOrDefault(block, 0);
    if (its >= mostOfAddress || all >= most || SHARE * its > most - all) {
      return false;
    }
    byAddress.put(block, its + 1);
    all++;
    return true;
  }

  synchronized void giveBack(String address) {
    byAddress.computeIfPresent(AddressBlock.of(address), (_, its) -> its > 1 ? its - 1 : null);
    all--;
  }
}
