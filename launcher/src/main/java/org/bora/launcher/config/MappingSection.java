package org.bora.launcher.config;

import java.nio.file.Path;
import java.time.Duration;
import org.bora.backend.authorise.MappingSettings;

/** Reads the section {@code mapping}. */
final class MappingSection {
  private MappingSection() {}

  static MappingSettings read(Section section, Path base) {
    MappingSettings preset = MappingSettings.defaults();
    Path file = section.value("grid-mapfile", Values.path(base), preset.gridMapfile().toString());
    Duration every =
        section.value(
            "check-every",
            Values.duration(Duration.ofSeconds(1), Duration.ofHours(1)),
            Values.write(preset.checkEvery()));
    String everyone = section.optional("static-account", Values.text("a local account")).orElse("");
    Path pools =
        section.value("pool-directory", Values.path(base), preset.poolDirectory().toString());
    boolean attributesFirst = section.value("attributes-first", Values.flag(), "false");
    boolean root = section.value("allow-root", Values.flag(), "false");
    section.finish();
    return section
        .build(() -> new MappingSettings(everyone, file, every, pools, attributesFirst, root))
        .orElse(preset);
  }
}
