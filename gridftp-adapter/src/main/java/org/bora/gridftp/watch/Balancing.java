package org.bora.gridftp.watch;

import java.util.List;

/**
 * Chooses the server for the next request among several healthy ones. Thread safe. It never blocks,
 * because every TURL needs it.
 */
@FunctionalInterface
public interface Balancing {

  /**
   * Chooses one of {@code healthy}.
   *
   * @param healthy at least one server, in the order of the configuration
   */
  ServerHealth choose(List<ServerHealth> healthy);
}
