package org.bora.gridftp.watch;

import java.time.Instant;
import java.util.Objects;

/**
 * The health of a server at its last check.
 *
 * @param healthy whether it gets TURLs
 * @param since when {@code healthy} last changed
 * @param reason why it is not healthy, for the administrator; empty if it is healthy
 */
public record ServerHealth(GridFtpEndpoint server, boolean healthy, Instant since, String reason) {

  public ServerHealth {
    Objects.requireNonNull(server, "server");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(reason, "reason");
  }
}
