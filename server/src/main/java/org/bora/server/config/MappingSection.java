package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.backend.authorise.MappingSettings;

/** The section {@code mapping}. */
record MappingSection(
    @Key(preset = "/etc/grid-security/grid-mapfile") Path gridMapfile,
    @Key(preset = "10s", least = "1s", most = "1h") Duration checkEvery,
    @Key(allowed = "a local account") Optional<String> staticAccount,
    @Key(preset = "/etc/grid-security/gridmapdir") Path poolDirectory,
    @Key(preset = "false") boolean attributesFirst,
    @Key(preset = "false") boolean allowRoot)
    implements Making<MappingSettings> {

  @Override
  public MappingSettings settings() {
    return new MappingSettings(
        staticAccount.orElse(""),
        gridMapfile,
        checkEvery,
        poolDirectory,
        attributesFirst,
        allowRoot);
  }
}
