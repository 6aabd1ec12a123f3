package org.bora.api.figures;

import java.util.Objects;

/**
 * How much a door has to do that takes clients whom other doors send on.
 *
 * @param address {@code https://HOST:PORT} of this very door
 * @param transfers in progress
 */
public record DoorLoad(String address, int transfers) {
  public DoorLoad {
    Objects.requireNonNull(address, "address");
  }
}
