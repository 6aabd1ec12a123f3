package org.bora.gridftp.door;

import java.time.Instant;
import java.util.Objects;

/**
 * What the watch last saw of a door.
 *
 * @param healthy whether it gets TURLs
 * @param since when that last changed
 * @param reason why it is not healthy, for the administrator; empty when it is
 */
public record DoorHealth(Door door, boolean healthy, Instant since, String reason) {

  public DoorHealth {
    Objects.requireNonNull(door, "door");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(reason, "reason");
  }
}
