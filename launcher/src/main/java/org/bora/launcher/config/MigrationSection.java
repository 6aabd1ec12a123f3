package org.bora.launcher.config;

import java.time.Duration;
import org.bora.backend.stage.migration.MigrationPolicy;
import org.bora.backend.stage.migration.MigrationSettings;

/** Reads the section {@code tape.migration}. */
final class MigrationSection {
  private static final ValueType<Long> SIZE = Values.size(1, 1L << 60);

  private MigrationSection() {}

  static MigrationSettings read(Section section) {
    MigrationSettings preset = MigrationSettings.defaults();
    MigrationPolicy usual = preset.policy();
    long bytes = section.value("min-size", SIZE, Values.writeSize(usual.minBytes()));
    int files = section.value("min-files", Values.number(1, 1_000_000), "" + usual.minFiles());
    Duration age = time(section, "max-age", Duration.ZERO, 365, usual.maxAge());
    long batch = section.value("batch-size", SIZE, Values.writeSize(usual.maxBatchBytes()));
    int batchFiles =
        section.value("batch-files", Values.number(1, 10_000), "" + usual.maxBatchFiles());
    Duration second = Duration.ofSeconds(1);
    Duration check =
        section.value(
            "check", Values.duration(second, Duration.ofHours(1)), Values.write(preset.check()));
    Duration lease = time(section, "lease", second.multipliedBy(3), 1, preset.lease());
    Duration first = time(section, "retry-first", second, 1, preset.retryFirst());
    Duration most = time(section, "retry-most", second, 30, preset.retryMost());
    int alarm = section.value("alarm-after", Values.number(1, 1000), "" + preset.alarmAfter());
    Duration grace = time(section, "removal-grace", Duration.ZERO, 3650, preset.removalGrace());
    section.finish();
    return section
        .build(
            () ->
                new MigrationSettings(
                    new MigrationPolicy(bytes, files, age, batch, batchFiles),
                    check,
                    lease,
                    first,
                    most,
                    alarm,
                    grace))
        .orElse(preset);
  }

  private static Duration time(
      Section section, String key, Duration least, int mostDays, Duration preset) {
    return section.value(
        key, Values.duration(least, Duration.ofDays(mostDays)), Values.write(preset));
  }
}
