package org.bora.gridftp.watch;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Prefers servers that have not failed lately: one that came up within the settling time gets work
 * only when no steadier server is healthy. For servers that flap under load, where an even share
 * sent to the one that has just recovered knocks it over again.
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
