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
    int checksums =
        section.value(
            "checksums-per-area", Values.number(1, 9_999), "" + preset.checksumsPerArea());
    int ofOne =
        section.value(
            "checksums-per-caller", Values.number(1, 9_999), "" + preset.checksumsPerCaller());
    section.finish();
    return section
        .build(() -> new BulkheadSettings(silence, calls, checksums, ofOne))
        .orElse(preset);
  }
}
