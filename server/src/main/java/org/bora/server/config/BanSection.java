package org.bora.server.config;

import java.util.List;
import org.bora.door.admit.Ban;
import org.bora.door.admit.BanSettings;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * The section {@code bans}: each ban remembers its place in the file, which messages about it name.
 */
record BanSection(
    @Key(allowed = "a name in which * stands for any text") List<Line> dns,
    @Key(allowed = "a name in which * stands for any text") List<Line> vos,
    @Key(allowed = "a name in which * stands for any text") List<Line> authorities)
    implements Keys {

  static BanSettings read(Section section) {
    BanSection said = section.bind(BanSection.class);
    return new BanSettings(
        section.each(said.dns, BanSection::ban),
        section.each(said.vos, BanSection::ban),
        section.each(said.authorities, BanSection::ban));
  }

  private static Ban ban(Line line) {
    return new Ban(line.text(), line.origin().toString());
  }
}
