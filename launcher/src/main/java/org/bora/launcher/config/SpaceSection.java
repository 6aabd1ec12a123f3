package org.bora.launcher.config;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;

/** Reads the section {@code space}, and what an area says of its own. */
final class SpaceSection {
  private static final ValueType<Long> SIZE = Values.size(1, 1L << 60);
  private static final ValueType<Integer> PERCENT = Values.number(1, 100);

  private SpaceSection() {}

  /** How many rows the counters of a space are spread over. */
  static int shares(Section section) {
    int shares =
        section.value("shares", Values.number(1, 64), "" + SpaceSettings.defaults().shares());
    section.finish();
    return shares;
  }

  /** The keys {@code size}, {@code reservations} and {@code puts} of an area. */
  static AreaSpaceSettings area(Section area) {
    OptionalLong size = bytes(area.optional("size", SIZE));
    Section section = area.section("reservations");
    ReservationSettings preset = ReservationSettings.defaults();
    boolean allowed = section.value("allowed", Values.flag(), "" + preset.allowed());
    ValueType<Duration> life = Values.duration(Duration.ofSeconds(1), Duration.ofDays(3650));
    Duration usual =
        section.value("default-lifetime", life, Values.write(preset.defaultLifetime()));
    Duration longest = section.value("max-lifetime", life, Values.write(preset.maxLifetime()));
    OptionalLong largest = bytes(section.optional("max-size", SIZE));
    OptionalLong each = bytes(section.optional("per-owner-max", SIZE));
    HolderLimits limits =
        limits(section, "owner", HolderLimits.MOST_RESERVATIONS, HolderLimits.ofReservations());
    section.finish();
    Section ofPuts = area.section("puts");
    HolderLimits puts = limits(ofPuts, "caller", HolderLimits.MOST_PUTS, HolderLimits.ofPuts());
    ofPuts.finish();
    return section
        .build(() -> new ReservationSettings(allowed, usual, longest, largest, each, limits))
        .map(reservations -> new AreaSpaceSettings(size, reservations, puts))
        .orElse(AreaSpaceSettings.defaults());
  }

  /**
   * Limits of one caller and of one organisation.
   *
   * @param caller as the keys have it: owner, or caller
   * @param most that may be open
   */
  private static HolderLimits limits(
      Section section, String caller, int most, HolderLimits preset) {
    ValueType<Integer> open = Values.number(1, most);
    return new HolderLimits(
        section.value("open-per-" + caller, open, "" + preset.openPerCaller()),
        section.value("open-per-vo", open, "" + preset.openPerVo()),
        section.value("percent-per-" + caller, PERCENT, "" + preset.percentPerCaller()),
        section.value("percent-per-vo", PERCENT, "" + preset.percentPerVo()));
  }

  private static OptionalLong bytes(Optional<Long> value) {
    return value.map(OptionalLong::of).orElse(OptionalLong.empty());
  }
}
