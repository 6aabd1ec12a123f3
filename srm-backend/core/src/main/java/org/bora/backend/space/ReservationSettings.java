package org.bora.backend.space;

import java.time.Duration;
import java.util.OptionalLong;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * What clients may reserve in an area: the section {@code reservations}.
 *
 * @param allowed whether they may at all
 * @param defaultLifetime of a reservation whose maker names none
 * @param maxLifetime the longest, also for who asks for ever
 * @param maxSize bytes of one reservation; absent is any
 * @param perOwnerMax bytes of all reservations of one owner in the area; absent is any
 * @param openPerOwner reservations of one owner that have not ended
 * @param openPerVo the same of one virtual organisation
 * @param percentPerOwner of the area that those of one owner may have
 * @param percentPerVo the same of one virtual organisation
 */
public record ReservationSettings(
    @Key(preset = "false") boolean allowed,
    @Key(preset = "1d", least = "1s", most = "3650d") Duration defaultLifetime,
    @Key(preset = "28d", least = "1s", most = "3650d") Duration maxLifetime,
    @Key(least = "1B", most = "1048576TiB") OptionalLong maxSize,
    @Key(least = "1B", most = "1048576TiB") OptionalLong perOwnerMax,
    @Key(preset = "100", least = "1", most = "1000000") int openPerOwner,
    @Key(preset = "1000", least = "1", most = "1000000") int openPerVo,
    @Key(preset = "50", least = "1", most = "100") int percentPerOwner,
    @Key(preset = "100", least = "1", most = "100") int percentPerVo)
    implements Keys {
  private static final int MOST = 1_000_000;

  /** Of which one owner may have all. */
  public ReservationSettings(
      boolean allowed,
      Duration defaultLifetime,
      Duration maxLifetime,
      OptionalLong maxSize,
      OptionalLong perOwnerMax) {
    this(allowed, defaultLifetime, maxLifetime, maxSize, perOwnerMax, MOST, MOST, 100, 100);
  }

  public ReservationSettings {
    Keys.check(
        ReservationSettings.class,
        allowed,
        defaultLifetime,
        maxLifetime,
        maxSize,
        perOwnerMax,
        openPerOwner,
        openPerVo,
        percentPerOwner,
        percentPerVo);
    if (defaultLifetime.compareTo(maxLifetime) > 0) {
      throw new IllegalArgumentException(
          "default-lifetime " + defaultLifetime + " is longer than max-lifetime " + maxLifetime);
    }
  }

  /** How much of the area an owner and an organisation may have. */
  public HolderLimits limits() {
    return new HolderLimits(openPerOwner, openPerVo, percentPerOwner, percentPerVo);
  }

  public static ReservationSettings defaults() {
    return Keys.defaults(ReservationSettings.class);
  }
}
