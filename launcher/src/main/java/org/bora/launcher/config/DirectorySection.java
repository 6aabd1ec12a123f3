package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.operation.directory.DirectorySettings;

/** Reads the section {@code directories}. */
final class DirectorySection {
  private DirectorySection() {}

  static DirectorySettings read(Section section) {
    DirectorySettings preset = DirectorySettings.defaults();
    ValueType<Integer> many = Values.number(1, 100_000);
    int entries = section.value("entries-per-reply", many, "" + preset.maxEntries());
    int levels = section.value("levels", Values.number(1, 100), "" + preset.maxLevels());
    int surls = section.value("surls-per-call", many, "" + preset.maxSurls());
    int mode = section.value("mode", Values.mode(), Values.writeMode(preset.directoryMode()));
    Duration margin =
        section.value(
            "reply-margin",
            Values.duration(Duration.ofMillis(10), Duration.ofMinutes(1)),
            Values.write(preset.replyMargin()));
    section.finish();
    return section
        .build(() -> new DirectorySettings(entries, levels, surls, mode, margin))
        .orElse(preset);
  }
}
