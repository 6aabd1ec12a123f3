package org.bora.gridftp.door;

import java.util.List;

/**
 * Which of several healthy doors the next request is sent to. Thread safe, never blocking: it runs
 * on the way of every TURL.
 */
@FunctionalInterface
public interface Balancing {

  /**
   * Chooses one of {@code healthy}.
   *
   * @param healthy at least one door, in the order of the configuration
   */
  DoorHealth choose(List<DoorHealth> healthy);
}
