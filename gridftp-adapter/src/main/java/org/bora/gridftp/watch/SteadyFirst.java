package org.bora.gridftp.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Prefers servers that have not failed lately: a server that became healthy within the settling
 * time gets work only if no steadier server is healthy. For servers that fail under load and would
 * fail again with an even share right after their recovery.
 */
public final class SteadyFirst implements Balancing {

  private final Duration settling;
  private final Clock clock;
  private final Balancing among;

  /**
   * @param settling how long a server must have been healthy to count as steady; positive
   * @param among chooses between the servers that are equally steady
   */
  public SteadyFirst(Duration settling, Clock clock, Balancing among) {
    if (!settling.isPositive()) {
      throw new IllegalArgumentException("settling time " + settling + " must be positive");
    }
    this.settling = settling;
    this.clock = Objects.requireNonNull(clock, "clock");
    this.among = Objects.requireNonNull(among, "among");
  }

  @Override
  public ServerHealth choose(List<ServerHealth> healthy) {
    Instant limit = clock.instant().minus(settling);
    List<ServerHealth> steady = healthy.stream().filter(h -> !h.since().isAfter(limit)).toList();
    return among.choose(steady.isEmpty() ? healthy : steady);
  }
}
