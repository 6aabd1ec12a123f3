package org.bora.api.figures;

import java.util.Objects;
import java.util.Optional;

/**
 * The load of a door that accepts clients from other doors.
 *
 * @param address {@code https://HOST:PORT} of this door
 * @param transfers in progress, by HTTP and by S3
 * @param objects {@code https://HOST:PORT} of its S3 port; empty if it has none, or if it runs an
 *     earlier release
 */
public record DoorLoad(String address, int transfers, Optional<String> objects) {
  public DoorLoad {
    Objects.requireNonNull(address, "address");
    objects = objects == null ? Optional.empty() : objects;
  }
}
