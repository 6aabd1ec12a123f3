package org.bora.storm.state;

import java.util.List;

/**
 * What lives in StoRM's database.
 *
 * @param requests those with pins that hold
 * @param left what cannot be taken over
 */
public record StormState(List<StormSpace> spaces, List<StormRequest> requests, Leftovers left) {

  /**
   * How much there is of what stays behind.
   *
   * @param puts files being written
   * @param queued requests that wait or are at work
   * @param recalls files asked back from tape
   * @param volatiles files with an end
   * @param entries of access control lists that StoRM takes away when a pin ends
   */
  public record Leftovers(long puts, long queued, long recalls, long volatiles, long entries) {}

  public StormState {
    spaces = List.copyOf(spaces);
    requests = List.copyOf(requests);
  }
}
