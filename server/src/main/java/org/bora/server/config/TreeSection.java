package org.bora.server.config;

import java.util.Optional;
import org.bora.server.config.AreaSettings.Driver;
import org.bora.settings.Key;
import org.bora.storage.spi.Striping;
import org.bora.storage.spi.TreeSettings;

/** The keys of an area about its filesystem, except the driver. */
final class TreeSection {
  private TreeSection() {}

  /** The section {@code striping} of an area. */
  record Stripes(
      @Key(preset = "0", least = "-1", most = "2000") int count,
      @Key(least = "64KiB", most = "4GiB") Optional<Long> size,
      @Key(allowed = "the name of a pool") Optional<String> pool)
      implements Making<Striping> {

    @Override
    public Striping settings() {
      return new Striping(count, size.orElse(0L), pool.orElse(""));
    }
  }

  static TreeSettings of(Section area, AreaSection said) {
    Section section = area.section("striping");
    Striping striping = section.build(said.striping()::settings).orElse(Striping.INHERITED);
    if (section.isPresent() && said.driver() == Driver.POSIX) {
      section.mistake("has no effect with driver posix; say driver: lustre or gpfs");
    }
    if (said.hsm() && said.driver() != Driver.LUSTRE) {
      area.mistake("hsm has a meaning with driver lustre alone");
    }
    if (said.stormUntil().filter(area::isToCome).isPresent()) {
      area.mistake("storm-until", "is still to come; say when StoRM was stopped");
    }
    return new TreeSettings(
        said.spaceSource(), said.preallocate(), striping, said.hsm(), said.stormUntil());
  }
}
