package org.bora.server.config;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.backend.space.ReservationSettings;

/** The section {@code space}: how many rows the counters of a space are spread over. */
record SpaceSection(@Key(preset = "8", least = "1", most = "64") int shares) implements Keys {

  /** The section {@code reservations} of an area. */
  record Reservations(
      @Key(preset = "false") boolean allowed,
      @Key(preset = "1d", least = "1s", most = "3650d") Duration defaultLifetime,
      @Key(preset = "28d", least = "1s", most = "3650d") Duration maxLifetime,
      @Key(least = "1B", most = "1048576TiB") Optional<Long> maxSize,
      @Key(least = "1B", most = "1048576TiB") Optional<Long> perOwnerMax,
      @Key(preset = "100", least = "1", most = "1000000") int openPerOwner,
      @Key(preset = "1000", least = "1", most = "1000000") int openPerVo,
      @Key(preset = "50", least = "1", most = "100") int percentPerOwner,
      @Key(preset = "100", least = "1", most = "100") int percentPerVo)
      implements Making<ReservationSettings> {

    @Override
    public ReservationSettings settings() {
      return new ReservationSettings(
          allowed,
          defaultLifetime,
          maxLifetime,
          bytes(maxSize),
          bytes(perOwnerMax),
          new HolderLimits(openPerOwner, openPerVo, percentPerOwner, percentPerVo));
    }
  }

  /** The section {@code puts} of an area. */
  record Puts(
      @Key(preset = "20000", least = "1", most = "10000000") int openPerCaller,
      @Key(preset = "100000", least = "1", most = "10000000") int openPerVo,
      @Key(preset = "50", least = "1", most = "100") int percentPerCaller,
      @Key(preset = "100", least = "1", most = "100") int percentPerVo)
      implements Making<HolderLimits> {

    @Override
    public HolderLimits settings() {
      return new HolderLimits(openPerCaller, openPerVo, percentPerCaller, percentPerVo);
    }
  }

  /** The section {@code quotas} of an area. */
  record Quotas(
      @Key(least = "1B", most = "1048576TiB") Optional<Long> bytesPerUser,
      @Key(least = "1", most = "1000000000") Optional<Integer> filesPerUser,
      @Key(least = "1B", most = "1048576TiB") Optional<Long> bytesPerVo,
      @Key(least = "1", most = "1000000000") Optional<Integer> filesPerVo)
      implements Making<QuotaLimits> {

    @Override
    public QuotaLimits settings() {
      return new QuotaLimits(
          new Quota(bytes(bytesPerUser), bytes(filesPerUser.map(Integer::longValue))),
          new Quota(bytes(bytesPerVo), bytes(filesPerVo.map(Integer::longValue))));
    }
  }

  static OptionalLong bytes(Optional<Long> value) {
    return value.map(OptionalLong::of).orElseGet(OptionalLong::empty);
  }
}
