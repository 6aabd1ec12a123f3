package org.bora.server.publish;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.bora.api.word.FileStorageType;
import org.bora.backend.authorise.AllowedVos;
import org.bora.backend.authorise.RuleOrigin;
import org.bora.backend.authorise.RuleReader;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.space.AreaFigures.Area;
import org.bora.backend.space.AreaFigures.Disk;
import org.bora.backend.space.AreaFigures.Held;
import org.bora.server.publish.SiteSettings.ShareSettings;
import org.bora.server.publish.StorageService.Endpoint;
import org.bora.server.publish.StorageService.Protocol;

/** A site with everything that can be published, for tests. */
final class Pictures {
  static final Instant NOON = Instant.parse("2026-11-21T12:00:00.5Z");
  static final long GB = 1_000_000_000;

  static final Endpoint SRM =
      new Endpoint(
          "srm", "httpg://se.example.org:8444/srm/managerv2", Protocol.SRM, Optional.empty());
  static final Endpoint DOOR =
      new Endpoint(
          "gridftp g1:2811", "gsiftp://g1:2811/", Protocol.GRIDFTP, Optional.of("no greeting"));
  static final Endpoint HTTP =
      new Endpoint("webdav", "davs://se.example.org:8443/", Protocol.WEBDAV, Optional.empty());

  static final Endpoint TURLS =
      new Endpoint("https", "https://se.example.org:8443/", Protocol.HTTPS, Optional.empty());

  private Pictures() {}

  static SiteSettings site(ShareSettings... shares) {
    return new SiteSettings(
        Optional.of("INFN-T1"),
        Optional.empty(),
        QualityLevel.PRE_PRODUCTION,
        Optional.of("Italy"),
        List.of(shares));
  }

  /** Nothing is known of what its filesystem has besides. */
  static Area area(
      String name, StorageClass kind, boolean bounded, Optional<Disk> disk, Optional<Held> tape) {
    return area(name, kind, bounded, disk, Optional.empty(), tape);
  }

  static Area area(
      String name,
      StorageClass kind,
      boolean bounded,
      Optional<Disk> disk,
      Optional<Long> available,
      Optional<Held> tape) {
    return new Area(
        name,
        "/" + name,
        kind,
        "token-" + name,
        name.toUpperCase(java.util.Locale.ROOT),
        bounded,
        disk,
        available,
        tape,
        List.of(),
        disk.isPresent() ? Optional.empty() : Optional.of("statvfs '/gpfs/secret': EIO"));
  }

  static AreaTerms terms(long device, String... rules) {
    RuleReader reader = new RuleReader("/a");
    return new AreaTerms(
        List.of(),
        AllowedVos.of(
            Stream.of(rules)
                .map(rule -> reader.read(rule, new RuleOrigin("bora.yaml", 7)))
                .toList()),
        Set.of(FileStorageType.PERMANENT, FileStorageType.VOLATILE),
        OptionalLong.of(device));
  }

  static StorageService of(SiteSettings site, Map<String, AreaTerms> terms, Area... areas) {
    return new Picture(site, "se.example.org", "0.1.0", terms)
        .of(new AreaFigures(NOON, List.of(areas)), List.of(SRM, DOOR, HTTP, TURLS));
  }

  /** Disk with a size, a buffer before tape, and two areas that share a filesystem. */
  static StorageService whole() {
    return of(
        site(new ShareSettings("tape", List.of("alice"), OptionalLong.of(900 * GB))),
        Map.of(
            "disk", terms(1, "allow all to vo atlas", "allow read to fqan /cms/uk"),
            "tape", terms(1, "allow all to vo lhcb", "allow read to dn /CN=Secret Name"),
            "one", terms(2, "allow all to vo ops"),
            "two", terms(2, "allow read to anyone")),
        area(
            "disk",
            StorageClass.D1T0,
            true,
            Optional.of(new Disk(100 * GB, 30 * GB, 2 * GB, 8 * GB, 60 * GB, 12)),
            Optional.empty()),
        area(
            "tape",
            StorageClass.D0T1,
            true,
            Optional.of(new Disk(50 * GB, 20 * GB, 0, 0, 30 * GB, 99)),
            Optional.of(new Held(700 * GB, 98))),
        sharing("one", 5 * GB, 3),
        sharing("two", 7 * GB, 4));
  }

  private static Area sharing(String name, long used, long files) {
    return area(
        name,
        StorageClass.D1T0,
        false,
        Optional.of(new Disk(1000 * GB, used, 0, 0, 400 * GB, files)),
        Optional.of(400 * GB),
        Optional.empty());
  }
}
