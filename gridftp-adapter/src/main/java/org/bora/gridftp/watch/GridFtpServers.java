package org.bora.gridftp.watch;

import java.util.List;
import java.util.Optional;

/**
 * The servers of the site as they are now. Thread safe and never blocking: health is watched in the
 * background, so choosing a server costs no network. Callers: the backend's turl package and its
 * discovery.
 */
public interface GridFtpServers {

  /**
   * A healthy server that speaks {@code protocol}, by the configured balancing; empty when none is.
   */
  Optional<GridFtpEndpoint> choose(String protocol);

  /** The protocols that configured servers speak, healthy or not. */
  List<String> protocols();

  /** Every configured server and what is known of it. */
  List<ServerHealth> health();
}
