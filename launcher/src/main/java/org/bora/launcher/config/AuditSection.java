package org.bora.launcher.config;

import java.nio.file.Path;
import java.util.Optional;
import org.bora.audit.AuditSettings;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;

/** Reads the section {@code audit}. */
final class AuditSection {
  private AuditSection() {}

  static AuditSettings read(Section section, Path base) {
    AuditSettings preset = AuditSettings.defaults();
    boolean enabled = section.value("enabled", Values.flag(), "" + preset.enabled());
    Optional<Path> directory = section.optional("directory", Values.path(base));
    long size =
        section.value(
            "file-size",
            Values.size(AuditSettings.LEAST_FILE_BYTES, AuditSettings.MOST_FILE_BYTES),
            Values.writeSize(preset.fileBytes()));
    var age =
        section.value(
            "file-age",
            Values.duration(AuditSettings.LEAST_FILE_AGE, AuditSettings.MOST_FILE_AGE),
            Values.write(preset.fileAge()));
    int keep = section.value("keep", Values.number(1, AuditSettings.MOST_KEPT), "" + preset.keep());
    Sync sync = section.value("sync", Values.oneOf(Sync.class), Values.write(preset.sync()));
    OnFailure onFailure =
        section.value(
            "on-failure", Values.oneOf(OnFailure.class), Values.write(preset.onFailure()));
    boolean polls = section.value("polls", Values.flag(), "" + preset.polls());
    section.finish();
    return section
        .build(() -> new AuditSettings(enabled, directory, size, age, keep, sync, onFailure, polls))
        .orElse(preset);
  }
}
