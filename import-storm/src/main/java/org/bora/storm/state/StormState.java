package org.bora.storm.state;

import java.util.List;

/**
 * The live content of StoRM's database.
 *
 * @param requests with valid pins
 * @param left what cannot be taken over
 */
public record StormState(List<StormSpace> spaces, List<StormRequest> requests, Leftovers left) {

  /**
   * Counts of what is not taken over.
   *
   * @param puts files being written
   * @param queued requests that wait or are in progress
   * @param recalls files that are being recalled
   * @param volatiles files with a lifetime
   * @param entries of access control lists that StoRM would remove at the end of a pin
   */
  public record Leftovers(long puts, long queued, long recalls, long volatiles, long entries) {}

  public StormState {
    spaces = List.copyOf(spaces);
    requests = List.copyOf(requests);
  }
}
