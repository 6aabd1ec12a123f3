package org.bora.backend.space;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * The space of an area.
 *
 * @param size bytes that may be used and promised in all; absent: what the filesystem has
 */
public record AreaSpaceSettings(OptionalLong size, ReservationSettings reservations) {

  public AreaSpaceSettings {
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(reservations, "reservations");
    if (size.orElse(1) < 1) {
      throw new IllegalArgumentException("size is " + size.getAsLong() + ", at least 1 byte");
    }
  }

  /** As large as the filesystem, nothing to reserve. */
  public static AreaSpaceSettings defaults() {
    return new AreaSpaceSettings(OptionalLong.empty(), ReservationSettings.defaults());
  }
}
