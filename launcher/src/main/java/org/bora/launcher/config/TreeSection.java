package org.bora.launcher.config;

import java.time.Instant;
import java.util.Optional;
import org.bora.launcher.config.AreaSettings.Driver;
import org.bora.storage.spi.SpaceSource;
import org.bora.storage.spi.Striping;
import org.bora.storage.spi.TreeSettings;

/** What an area says of its filesystem, besides the driver. */
final class TreeSection {
  private static final long SMALLEST_STRIPE = 64 << 10;
  private static final long LARGEST_STRIPE = 4L << 30;
  private static final int MOST_SERVERS = 2000;

  private TreeSection() {}

  /**
   * The keys {@code space-source}, {@code preallocate}, {@code striping}, {@code hsm}, {@code
   * storm-until}.
   */
  static TreeSettings area(Section area, Driver driver) {
    SpaceSource source = area.value("space-source", Values.oneOf(SpaceSource.class), "auto");
    boolean preallocate = area.value("preallocate", Values.flag(), "true");
    Section section = area.section("striping");
    Striping striping = striping(section);
    if (section.isPresent() && driver == Driver.POSIX) {
      section.mistake("has no meaning with driver posix; say driver: lustre or gpfs");
    }
    boolean hsm = area.value("hsm", Values.flag(), "false");
    if (hsm && driver != Driver.LUSTRE) {
      area.mistake("hsm has a meaning with driver lustre alone");
    }
    Optional<Instant> storm = area.optional("storm-until", Values.instant());
    if (storm.filter(area::isToCome).isPresent()) {
      area.mistake("storm-until", "is still to come; say when StoRM was stopped");
    }
    return new TreeSettings(source, preallocate, striping, hsm, storm);
  }

  private static Striping striping(Section section) {
    int count = section.value("count", Values.number(-1, MOST_SERVERS), "0");
    long size = section.optional("size", Values.size(SMALLEST_STRIPE, LARGEST_STRIPE)).orElse(0L);
    String pool = section.optional("pool", Values.text("the name of a pool")).orElse("");
    section.finish();
    return section.build(() -> new Striping(count, size, pool)).orElse(Striping.INHERITED);
  }
}
