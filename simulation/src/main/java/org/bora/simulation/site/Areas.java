package org.bora.simulation.site;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.bora.api.word.FileStorageType;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.bulkhead.Bulkheads;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.space.AreaSpaceSettings;
import org.bora.backend.space.HolderLimits;
import org.bora.backend.space.QuotaLimits;
import org.bora.backend.space.ReservationSettings;
import org.bora.backend.space.SpaceSettings;

/** The areas of one life of a backend. */
final class Areas implements AutoCloseable {
  /** The area without tape. */
  static final String DISK = "vo";

  private static final int SHARES = 2;

  private final Conditions conditions;
  private final TapeSite tape;
  private final Mount mount;
  private final Map<String, Mount> tapeMounts;
  private final List<StorageArea> areas;

  Areas(String process, SimulatedBackend.Ground ground, Bulkheads bulkheads) {
    this.conditions = ground.conditions();
    this.tape = ground.tape();
    this.mount = ground.disk().mount(process);
    this.tapeMounts = tape.mounts(process);
    this.areas = new ArrayList<>(tape.areas(tapeMounts, bulkheads));
    areas.add(
        new StorageArea(
            DISK,
            "/" + DISK,
            bulkheads.around(DISK, mount.tree()),
            Keeping.DISK,
            "token-" + DISK,
            "VO",
            EnumSet.allOf(FileStorageType.class),
            OwnerRule.DN));
  }

  Locator locator() {
    return new SurlLocator(new LocateSettings(List.of(SimulatedBackend.HOST)), areas);
  }

  /** An entrance that admits every caller to everything. */
  Entrance entrance(Locator locator) {
    WrittenRules rules = new WrittenRules();
    for (StorageArea area : areas) {
      rules = rules.area(area.name(), area.sfn(), "allow all to anyone");
    }
    return new Entrance(locator, rules.book());
  }

  SpaceSettings spaces() {
    Map<String, AreaSpaceSettings> spaces = new HashMap<>(tape.spaces());
    spaces.put(
        DISK,
        new AreaSpaceSettings(
            OptionalLong.of(conditions.area()),
            new ReservationSettings(
                true,
                Duration.ofDays(1),
                Duration.ofDays(10),
                OptionalLong.of(conditions.area() / 2),
                OptionalLong.of(conditions.area() / 4)),
            conditions.limited()
                ? new HolderLimits(Conditions.OPEN_PUTS, HolderLimits.MOST_PUTS, 100, 100)
                : HolderLimits.wide(),
            conditions.limited() ? quotas() : QuotaLimits.none()));
    return new SpaceSettings(SHARES, spaces);
  }

  private static QuotaLimits quotas() {
    return new QuotaLimits(
        new QuotaLimits.Quota(OptionalLong.of(Conditions.BYTES), OptionalLong.of(Conditions.FILES)),
        QuotaLimits.Quota.NONE);
  }

  /** Number of files and directories in the areas that a thread has open. */
  long openedBy(Thread thread) {
    return mount.open().of(thread)
        + tapeMounts.values().stream().mapToLong(one -> one.open().of(thread)).sum();
  }

  /** Number of files and directories in the areas that are open. */
  int open() {
    return mount.open().all().size()
        + tapeMounts.values().stream().mapToInt(one -> one.open().all().size()).sum();
  }

  /** Closes everything that a dead process had open. */
  @Override
  public void close() {
    mount.close();
    tapeMounts.values().forEach(Mount::close);
  }
}
