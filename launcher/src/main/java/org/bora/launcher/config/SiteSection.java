package org.bora.launcher.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.bora.launcher.publish.QualityLevel;
import org.bora.launcher.publish.SiteSettings;
import org.bora.launcher.publish.SiteSettings.ShareSettings;

/** Reads the section {@code site}. */
final class SiteSection {
  private static final ValueType<Long> SIZE = Values.size(1, 1L << 60);

  private SiteSection() {}

  static SiteSettings read(Section section, List<AreaSettings> areas) {
    Optional<String> name =
        section.optional("name", Values.text("the site's name on the grid, for example INFN-T1"));
    Optional<String> id = section.optional("id", Values.text("a name that is unique on the grid"));
    QualityLevel quality = section.value("quality", Values.oneOf(QualityLevel.class), "production");
    Optional<String> country = section.optional("country", Values.text("a country"));
    List<ShareSettings> shares = new ArrayList<>();
    Set<String> known = new HashSet<>();
    areas.forEach(area -> known.add(area.name()));
    for (Section share : section.sections("shares")) {
      share(share, known).ifPresent(shares::add);
    }
    section.finish();
    return section
        .build(() -> new SiteSettings(name, id, quality, country, shares))
        .orElseGet(SiteSettings::defaults);
  }

  /** Takes the area out of {@code left}, so that a second section for it is told. */
  private static Optional<ShareSettings> share(Section section, Set<String> left) {
    String area = section.required("area", Values.text("a name of areas"));
    List<String> vos = section.list("vos", Values.text("a virtual organisation"));
    Optional<Long> tape = section.optional("tape-size", SIZE);
    if (section.has("area") && !left.remove(area)) {
      section.mistake("area", "'" + area + "' is no area, or stands here twice");
    }
    section.finish();
    return section.build(
        () ->
            new ShareSettings(
                area, vos, tape.map(OptionalLong::of).orElseGet(OptionalLong::empty)));
  }
}
