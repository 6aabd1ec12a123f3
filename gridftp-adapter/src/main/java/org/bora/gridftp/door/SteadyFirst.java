package org.bora.gridftp.door;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Prefers doors that have not failed lately: one that came up within the settling time gets work
 * only when no steadier door is healthy. For servers that flap under load, where an even share sent
 * to the one that has just recovered knocks it over again.
 */
public final class SteadyFirst implements Balancing {

  private final Duration settling;
  private final Clock clock;
  private final Balancing among;

  /**
   * @param settling how long a door must have been healthy to count as steady; positive
   * @param among chooses between the doors that are equally steady
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
  public DoorHealth choose(List<DoorHealth> healthy) {
    Instant limit = clock.instant().minus(settling);
    List<DoorHealth> steady = healthy.stream().filter(h -> !h.since().isAfter(limit)).toList();
    return among.choose(steady.isEmpty() ? healthy : steady);
  }
}
