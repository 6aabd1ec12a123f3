package org.bora.gridftp.watch;

import java.util.List;

/**
 * Which of several healthy servers the next request is sent to. Thread safe, never blocking: it
 * runs on the way of every TURL.
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
