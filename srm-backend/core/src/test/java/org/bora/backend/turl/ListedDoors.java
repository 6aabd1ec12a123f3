package org.bora.backend.turl;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.gridftp.door.Door;
import org.bora.gridftp.door.DoorHealth;
import org.bora.gridftp.door.Doors;

/** Doors in the state a test gives them; the first healthy one is chosen. */
public record ListedDoors(List<DoorHealth> health) implements Doors {

  public static final Instant SINCE = Instant.parse("2026-11-20T12:00:00Z");

  public static ListedDoors healthy(Door... doors) {
    return new ListedDoors(
        List.of(doors).stream().map(door -> new DoorHealth(door, true, SINCE, "")).toList());
  }

  public static ListedDoors sick(Door... doors) {
    return new ListedDoors(
        List.of(doors).stream().map(door -> new DoorHealth(door, false, SINCE, "down")).toList());
  }

  @Override
  public Optional<Door> choose(String protocol) {
    return health.stream()
        .filter(door -> door.healthy() && door.door().protocol().equals(protocol))
        .map(DoorHealth::door)
        .findFirst();
  }

  @Override
  public List<String> protocols() {
    return health.stream().map(door -> door.door().protocol()).distinct().toList();
  }
}
