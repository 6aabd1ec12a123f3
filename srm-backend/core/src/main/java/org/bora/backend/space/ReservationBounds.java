package org.bora.backend.space;

import java.time.Instant;
import java.util.Optional;
import org.bora.backend.locate.StorageArea;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How much an owner and an organisation may still reserve in an area. */
final class ReservationBounds {
  private final SpaceTable spaces;
  private final SpaceSettings settings;

  ReservationBounds(SpaceTable spaces, SpaceSettings settings) {
    this.spaces = spaces;
    this.settings = settings;
  }

  /**
   * The remaining amounts.
   *
   * @param bytes never negative
   * @param another whether one more reservation may be made
   * @param rule the rule that limits it, for callers that are refused
   */
  record Left(long bytes, boolean another, String rule) {
    private static Left of(String who, SpaceTable.Reserved held, int mostOpen, long mostBytes) {
      return new Left(
          Math.max(0, mostBytes - held.bytes()),
          held.count() < mostOpen,
          held.count() < mostOpen
              ? "%s has reserved %d of %d bytes in the area".formatted(who, held.bytes(), mostBytes)
              : "%s has %d of %d reservations in the area".formatted(who, held.count(), mostOpen));
    }

    private Left and(Left other) {
      boolean stricter = another == other.another ? bytes <= other.bytes : !another;
      return new Left(
          Math.min(bytes, other.bytes), another && other.another, stricter ? rule : other.rule);
    }
  }

  /**
   * The bounds, while no other reservation is made in the area.
   *
   * @param filesystem bytes in all, for an area without a size
   */
  Left left(
      JdbcClient sql,
      StorageArea area,
      long filesystem,
      String owner,
      Optional<String> vo,
      Instant now) {
    AreaSpaceSettings ofArea = settings.of(area.name());
    HolderLimits limits = ofArea.reservations().limits();
    long whole = ofArea.size().orElse(filesystem);
    long mostOfOwner =
        Math.min(
            ofArea.reservations().perOwnerMax().orElse(Long.MAX_VALUE),
            Percent.of(whole, limits.percentPerCaller()));
    Left ofOwner =
        Left.of(
            "the owner",
            spaces.reservedBy(sql, area.name(), owner, now),
            limits.openPerCaller(),
            mostOfOwner);
    return vo.map(
            name ->
                ofOwner.and(
                    Left.of(
                        "organisation " + name,
                        spaces.reservedByVo(sql, area.name(), name, now),
                        limits.openPerVo(),
                        Percent.of(whole, limits.percentPerVo()))))
        .orElse(ofOwner);
  }
}
