package org.bora.gridftp.watch;

import java.time.Instant;
import java.util.Objects;

/**
 * What the watch last saw of a server.
 *
 * @param healthy whether it gets TURLs
 * @param since when that last changed
 * @param reason why it is not healthy, for the administrator; empty when it is
 */
public record ServerHealth(GridFtpEndpoint server, boolean healthy, Instant since, String reason) {

  public ServerHealth {
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(reason, "reason");
  }
}
