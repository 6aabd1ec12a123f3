package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.stage.scrub.ScrubSettings;

/** Reads the section {@code scrub}. */
final class ScrubSection {
  private ScrubSection() {}

  static ScrubSettings read(Section section) {
    ScrubSettings preset = ScrubSettings.defaults();
    long rate =
        section.value("rate", Values.size(0, 1L << 50), Values.writeSize(preset.bytesPerSecond()));
    Duration minute = Duration.ofMinutes(1);
    Duration every =
        section.value(
            "every", Values.duration(minute, Duration.ofDays(3650)), Values.write(preset.every()));
    Duration lease =
        section.value(
            "lease", Values.duration(minute, Duration.ofDays(1)), Values.write(preset.lease()));
    section.finish();
    return section.build(() -> new ScrubSettings(rate, every, lease)).orElse(preset);
  }
}
