package org.bora.backend.space;

import java.time.Duration;
import java.util.OptionalLong;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * Limits of reservations in an area: the section {@code reservations}.
 *
 * @param allowed whether clients may reserve space
 * @param defaultLifetime lifetime if the client gives none
 * @param maxLifetime longest lifetime, also granted for -1 (for ever)
 * @param maxSize maximum bytes of one reservation; absent: no limit
 * @param perOwnerMax maximum bytes of all reservations of one owner in the area; absent: no limit
 * @param openPerOwner maximum number of open reservations of one owner
 * @param openPerVo the same for one virtual organisation
 * @param percentPerOwner percent of the area that one owner may reserve
 * @param percentPerVo the same for one virtual organisation
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
