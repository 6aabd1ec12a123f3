package org.bora.server.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.bora.server.publish.QualityLevel;
import org.bora.server.publish.SiteSettings;
import org.bora.server.publish.SiteSettings.ShareSettings;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/** The section {@code site}. */
record SiteSection(
    @Key(allowed = "the site's name on the grid, for example INFN-T1") Optional<String> name,
    @Key(allowed = "a name that is unique on the grid") Optional<String> id,
    @Key(preset = "production") QualityLevel quality,
    @Key(allowed = "a country") Optional<String> country,
    List<Share> shares)
    implements Keys {

  /** An element of {@code site.shares}. */
  record Share(
      @Key(allowed = "a name of areas") String area,
      @Key(allowed = "a virtual organisation") List<String> vos,
      @Key(least = "1B", most = "1048576TiB") Optional<Long> tapeSize)
      implements Making<ShareSettings> {

    @Override
    public ShareSettings settings() {
      return new ShareSettings(area, vos, SpaceSection.bytes(tapeSize));
    }
  }

  static SiteSettings read(Section section, List<AreaSettings> areas) {
    SiteSection said = section.bind(SiteSection.class);
    List<ShareSettings> shares = new ArrayList<>();
    Set<String> left = new HashSet<>();
    areas.forEach(area -> left.add(area.name()));
    for (int i = 0; i < said.shares.size(); i++) {
      Section at = section.sections("shares").get(i);
      Share share = said.shares.get(i);
      if (at.has("area") && !left.remove(share.area)) {
        at.mistake("area", "'" + share.area + "' is not an area, or is listed twice");
      }
      at.build(share::settings).ifPresent(shares::add);
    }
    return section
        .build(() -> new SiteSettings(said.name, said.id, said.quality, said.country, shares))
        .orElseGet(SiteSettings::defaults);
  }
}
