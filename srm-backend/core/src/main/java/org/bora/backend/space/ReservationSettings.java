package org.bora.backend.space;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * What clients may reserve in an area.
 *
 * @param allowed whether they may at all
 * @param defaultLifetime of a reservation whose maker names none
 * @param maxLifetime the longest, also for who asks for ever
 * @param maxSize bytes of one reservation; absent is any
 * @param perOwnerMax bytes of all reservations of one owner in the area; absent is any
 * @param limits how many reservations one owner and one organisation may have, and how much of the
 *     area
 */
public record ReservationSettings(
    boolean allowed,
    Duration defaultLifetime,
    Duration maxLifetime,
    OptionalLong maxSize,
    OptionalLong perOwnerMax,
    HolderLimits limits) {

  private static final Duration LONGEST = Duration.ofDays(3650);

  /** Of which one owner may have all. */
  public ReservationSettings(
      boolean allowed,
      Duration defaultLifetime,
      Duration maxLifetime,
      OptionalLong maxSize,
      OptionalLong perOwnerMax) {
    this(allowed, defaultLifetime, maxLifetime, maxSize, perOwnerMax, HolderLimits.wide());
  }

  public ReservationSettings {
    Objects.requireNonNull(limits, "limits");
    Objects.requireNonNull(maxSize, "maxSize");
    Objects.requireNonNull(perOwnerMax, "perOwnerMax");
    if (defaultLifetime.toSeconds() < 1 || maxLifetime.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "lifetimes are "
              + defaultLifetime
              + " and "
              + maxLifetime
              + ", allowed are 1 s to 3650 d");
    }
    if (defaultLifetime.compareTo(maxLifetime) > 0) {
      throw new IllegalArgumentException(
          "default-lifetime " + defaultLifetime + " is longer than max-lifetime " + maxLifetime);
    }
    if (maxSize.orElse(1) < 1 || perOwnerMax.orElse(1) < 1) {
      throw new IllegalArgumentException("max-size and per-owner-max are 1 byte or more");
    }
  }

  /** No reservations; where they are allowed: a day, four weeks at most, of any size. */
  public static ReservationSettings defaults() {
    return new ReservationSettings(
        false,
        Duration.ofDays(1),
        Duration.ofDays(28),
        OptionalLong.empty(),
        OptionalLong.empty(),
        HolderLimits.ofReservations());
  }
}
