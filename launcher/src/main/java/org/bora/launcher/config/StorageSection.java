package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.bulkhead.BulkheadSettings;

/** Reads the section {@code storage}. */
final class StorageSection {
  private StorageSection() {}

  static BulkheadSettings read(Section section) {
    BulkheadSettings preset = BulkheadSettings.defaults();
    Duration silence =
        section.value(
            "silence",
            Values.duration(Duration.ofSeconds(1), Duration.ofMinutes(10)),
            Values.write(preset.silence()));
    int calls =
        section.value("calls-per-area", Values.number(8, 10_000), "" + preset.callsPerArea());
    section.finish();
    return section.build(() -> new BulkheadSettings(silence, calls)).orElse(preset);
  }
}
