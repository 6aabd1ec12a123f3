package org.bora.gridftp.watch;

import java.util.List;
import java.util.Optional;

/**
 * The GridFTP servers of the site and their current health. Thread safe. It never blocks, because
 * health is checked in the background. Callers: the backend's turl package and its discovery.
 */
public interface GridFtpServers {

  /**
   * A healthy server with {@code protocol}, chosen by the configured balancing; empty if there is
   * none.
   */
  Optional<GridFtpEndpoint> choose(String protocol);

  /** The protocols that configured servers speak, healthy or not. */
  List<String> protocols();

  /** Every configured server and its health. */
  List<ServerHealth> health();
}
