package org.bora.api.figures;

import java.util.Objects;
import java.util.Optional;

/**
 * How much a door has to do that takes clients whom other doors send on.
 *
 * @param address {@code https://HOST:PORT} of this very door
 * @param transfers in progress, by HTTP and by S3
 * @param objects {@code https://HOST:PORT} where it serves S3; empty for one that does not, and for
 *     one of an earlier release
 */
public record DoorLoad(String address, int transfers, Optional<String> objects) {
  public DoorLoad {
    Objects.requireNonNull(address, "address");
    objects = objects == null ? Optional.empty() : objects;
  }
}
