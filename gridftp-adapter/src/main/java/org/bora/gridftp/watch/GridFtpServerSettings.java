package org.bora.gridftp.watch;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The GridFTP servers of a site and their use.
 *
 * @param servers at least one, with different names, in the order of their turns
 * @param watch how they are checked
 * @param sharing how requests are shared among the healthy ones
 * @param settling for {@link Sharing#STEADY_FIRST}: how long a server that has come up must stay up
 *     to count as steady; positive
 */
public record GridFtpServerSettings(
    List<GridFtpEndpoint> servers, WatchSettings watch, Sharing sharing, Duration settling) {

  /** How requests are shared among healthy servers. */
  public enum Sharing {
    /** {@link RoundRobin}. */
    ROUND_ROBIN,
    /** {@link SteadyFirst}, round robin among the steady. */
    STEADY_FIRST
  }

  public GridFtpServerSettings {
    servers = List.copyOf(servers);
    Objects.requireNonNull(watch, "watch");
    Objects.requireNonNull(sharing, "sharing");
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("no GridFTP server is configured; at least one is needed");
    }
    Set<String> names = new HashSet<>();
    for (GridFtpEndpoint server : servers) {
      if (!names.add(server.name())) {
        throw new IllegalArgumentException(
            "two GridFTP servers are named '" + server.name() + "'; names must differ");
      }
    }
    if (!settling.isPositive()) {
      throw new IllegalArgumentException("settling " + settling + " must be positive");
    }
  }

  /**
   * These servers with default checks, used in turn; a settling time of a minute where it applies.
   */
  public static GridFtpServerSettings defaults(List<GridFtpEndpoint> servers) {
    return new GridFtpServerSettings(
        servers, WatchSettings.defaults(), Sharing.ROUND_ROBIN, Duration.ofMinutes(1));
  }

  /** A fresh strategy of the configured kind. */
  public Balancing balancing(Clock clock) {
    return switch (sharing) {
      case ROUND_ROBIN -> new RoundRobin();
      case STEADY_FIRST -> new SteadyFirst(settling, clock, new RoundRobin());
    };
  }
}
