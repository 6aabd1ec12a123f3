package org.bora.backend.testing;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import org.bora.api.word.FileStorageType;
import org.bora.backend.authorise.Entrance;
import org.bora.backend.authorise.WrittenRules;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.Locator;
import org.bora.backend.locate.OwnerRule;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.storage.spi.AreaTree;

/** The areas of a {@link SmallSite}, and who may do what in them. */
final class SmallAreas {
  private SmallAreas() {}

  static StorageArea vo(AreaTree tree, Keeping keeping) {
    return area("vo", tree, keeping, OwnerRule.DN);
  }

  /** Where tokens belong to roles. */
  static StorageArea shift(AreaTree tree) {
    return shift(tree, Keeping.DISK);
  }

  static StorageArea shift(AreaTree tree, Keeping keeping) {
    return area("shift", tree, keeping, OwnerRule.ROLE);
  }

  private static StorageArea area(
      String name, AreaTree tree, Keeping keeping, OwnerRule ownership) {
    return new StorageArea(
        name,
        "/" + name,
        tree,
        keeping,
        "token-" + name,
        name.toUpperCase(Locale.ROOT),
        EnumSet.allOf(FileStorageType.class),
        ownership);
  }

  static Locator locator(List<StorageArea> areas) {
    return new SurlLocator(new LocateSettings(List.of("se.example.org")), areas);
  }

  static Entrance entrance(Locator locator) {
    return new Entrance(
        locator,
        new WrittenRules()
            .area(
                "vo",
                "/vo",
                "deny read, stage to dn " + SmallSite.BOB + " on /vo/**/secret",
                "deny write to dn " + SmallSite.BOB + " on /vo/**/only-new",
                "deny create to dn " + SmallSite.BOB + " on /vo/**/only-replaced",
                "deny delete to dn " + SmallSite.CAROL + " on /vo/kept/**",
                "allow all to dn " + SmallSite.ALICE,
                "allow all to dn " + SmallSite.BOB,
                "allow all to dn " + SmallSite.CAROL)
            .area("shift", "/shift", "allow all to anyone")
            .book());
  }
}
