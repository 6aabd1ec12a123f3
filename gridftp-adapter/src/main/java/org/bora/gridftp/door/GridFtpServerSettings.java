package org.bora.gridftp.door;

import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The doors of a site and how they are used.
 *
 * @param doors at least one, with different names; their order is the order of the turns
 * @param watch how they are checked
 * @param sharing how requests are shared among the healthy ones
 * @param settling for {@link Sharing#STEADY_FIRST}: how long a door that has come up must stay up
 *     to count as steady; positive
 */
public record GridFtpServerSettings(
    List<Door> doors, WatchSettings watch, Sharing sharing, Duration settling) {

  /** How requests are shared among healthy doors. */
  public enum Sharing {
    /** {@link RoundRobin}. */
    ROUND_ROBIN,
    /** {@link SteadyFirst}, round robin among the steady. */
    STEADY_FIRST
  }

  public GridFtpServerSettings {
    doors = List.copyOf(doors);
    Objects.requireNonNull(watch, "watch");
    Objects.requireNonNull(sharing, "sharing");
    if (doors.isEmpty()) {
      throw new IllegalArgumentException("no door is configured; at least one is needed");
    }
    Set<String> names = new HashSet<>();
    for (Door door : doors) {
      if (!names.add(door.name())) {
        throw new IllegalArgumentException(
            "two doors are named '" + door.name() + "'; names must differ");
      }
    }
    if (!settling.isPositive()) {
      throw new IllegalArgumentException("settling " + settling + " must be positive");
    }
  }

  /** These doors, checked as usual and used in turn; a minute to settle where that is asked for. */
  public static GridFtpServerSettings defaults(List<Door> doors) {
    return new GridFtpServerSettings(
        doors, WatchSettings.defaults(), Sharing.ROUND_ROBIN, Duration.ofMinutes(1));
  }

  /** A fresh strategy of the configured kind. */
  public Balancing balancing(Clock clock) {
    return switch (sharing) {
      case ROUND_ROBIN -> new RoundRobin();
      case STEADY_FIRST -> new SteadyFirst(settling, clock, new RoundRobin());
    };
  }
}
