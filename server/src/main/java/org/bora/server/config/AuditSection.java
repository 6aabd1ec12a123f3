package org.bora.server.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;

/** The section {@code audit}. */
record AuditSection(
    @Key(preset = "true") boolean enabled,
    @Key Optional<Path> directory,
    @Key(preset = "100MiB", least = "64KiB", most = "1TiB") long fileSize,
    @Key(preset = "1d", least = "1m", most = "3650d") Duration fileAge,
    @Key(preset = "180", least = "1", most = "100000") int keep,
    @Key(preset = "second") Sync sync,
    @Key(preset = "refuse") OnFailure onFailure,
    @Key(preset = "false") boolean polls)
    implements Making<AuditSettings> {

  @Override
  public AuditSettings settings() {
    return new AuditSettings(enabled, directory, fileSize, fileAge, keep, sync, onFailure, polls);
  }
}
