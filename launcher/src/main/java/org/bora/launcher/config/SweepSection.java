package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.sweep.SweepSettings;

/** Reads the section {@code sweep}. */
final class SweepSection {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private SweepSection() {}

  static SweepSettings read(Section section) {
    SweepSettings preset = SweepSettings.defaults();
    Duration interval = time(section, "interval", Duration.ofSeconds(1), 1, preset.interval());
    Duration putGrace = time(section, "put-grace", Duration.ZERO, 30, preset.putGrace());
    Duration orphans =
        time(section, "orphan-interval", Duration.ofSeconds(1), 30, preset.orphanInterval());
    Duration grace = time(section, "orphan-grace", MINUTE, 365, preset.orphanGrace());
    Duration retention = time(section, "retention", MINUTE, 3650, preset.retention());
    int batch = section.value("batch", Values.number(1, 1000), "" + preset.batch());
    section.finish();
    return section
        .build(() -> new SweepSettings(interval, putGrace, orphans, grace, retention, batch))
        .orElse(preset);
  }

  private static Duration time(
      Section section, String key, Duration least, int mostDays, Duration preset) {
    return section.value(
        key, Values.duration(least, Duration.ofDays(mostDays)), Values.write(preset));
  }
}
