package org.bora.backend.space;

import java.util.Objects;
import java.util.OptionalLong;

/**
 * The space of an area.
 *
 * @param size maximum of used and promised bytes; absent: what the filesystem has
 * @param puts limits of open puts
 * @param quotas limits of users and organisations
 */
public record AreaSpaceSettings(
    OptionalLong size, ReservationSettings reservations, HolderLimits puts, QuotaLimits quotas) {

  /** Without quotas. */
  public AreaSpaceSettings(OptionalLong size, ReservationSettings reservations, HolderLimits puts) {
    this(size, reservations, puts, QuotaLimits.none());
  }

  /** Of which open puts may hold all. */
  public AreaSpaceSettings(OptionalLong size, ReservationSettings reservations) {
    this(size, reservations, HolderLimits.wide());
  }

  public AreaSpaceSettings {
    Objects.requireNonNull(size, "size");
    Objects.requireNonNull(reservations, "reservations");
    Objects.requireNonNull(puts, "puts");
    Objects.requireNonNull(quotas, "quotas");
    if (size.orElse(1) < 1) {
      throw new IllegalArgumentException("size is " + size.getAsLong() + ", at least 1 byte");
    }
  }

  /** As large as the filesystem, nothing to reserve. */
  public static AreaSpaceSettings defaults() {
    return new AreaSpaceSettings(
        OptionalLong.empty(), ReservationSettings.defaults(), HolderLimits.ofPuts());
  }
}
