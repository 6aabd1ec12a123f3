package org.bora.server.config;

import java.util.Optional;
import java.util.OptionalLong;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.QuotaLimits.Quota;
import org.bora.settings.Key;

/** The keys of an area about space that are not in the feature's own records. */
final class SpaceSection {
  private SpaceSection() {}

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
