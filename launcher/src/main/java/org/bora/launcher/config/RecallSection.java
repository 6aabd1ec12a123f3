package org.bora.launcher.config;

import java.time.Duration;
import java.util.Map;
import org.bora.backend.stage.plan.OrderSettings;
import org.bora.backend.stage.plan.PassCost;
import org.bora.backend.stage.recall.RecallSettings;

/** Reads the section {@code tape.recall}. */
final class RecallSection {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration WEEK = Duration.ofDays(7);
  private static final Duration HOUR = Duration.ofHours(1);

  private RecallSection() {}

  /**
   * @param priorities of areas by their names
   */
  static RecallSettings read(Section section, Map<String, Integer> priorities) {
    RecallSettings preset = RecallSettings.defaults();
    OrderSettings order = order(section, preset.order());
    Duration check =
        time(section, "check", Duration.ofMillis(100), Duration.ofMinutes(10), preset.check());
    int tries = section.value("tries", Values.number(1, 1000), "" + preset.tries());
    int damaged =
        section.value("damaged-tries", Values.number(1, 1000), "" + preset.damagedTries());
    Duration first = time(section, "retry-first", SECOND, HOUR, preset.retry());
    Duration most = time(section, "retry-most", SECOND, WEEK, preset.longestRetry());
    section.finish();
    return section
        .build(() -> new RecallSettings(order, check, tries, damaged, first, most, priorities))
        .orElse(preset);
  }

  private static OrderSettings order(Section section, OrderSettings preset) {
    Duration gather = time(section, "gather", Duration.ZERO, HOUR, preset.gather());
    Duration turn = time(section, "turn", SECOND, WEEK, preset.turn());
    Duration step = time(section, "priority-step", SECOND, WEEK, preset.priorityStep());
    Duration head = time(section, "deadline-head", Duration.ZERO, WEEK, preset.deadlineHead());
    int files = section.value("batch-files", Values.number(1, 10_000), "" + preset.batchFiles());
    long bytes =
        section.value(
            "batch-size", Values.size(1, 1L << 60), Values.writeSize(preset.batchBytes()));
    PassCost usual = preset.cost();
    Duration mount = time(section, "cost-of-mount", Duration.ZERO, HOUR, usual.mount());
    Duration file = time(section, "cost-of-file", Duration.ZERO, HOUR, usual.file());
    long rate =
        section.value(
            "drive-rate", Values.size(1, 1L << 50), Values.writeSize(usual.bytesPerSecond()));
    return section
        .build(
            () ->
                new OrderSettings(
                    gather, turn, step, head, files, bytes, new PassCost(mount, file, rate)))
        .orElse(preset);
  }

  private static Duration time(
      Section section, String key, Duration least, Duration most, Duration preset) {
    return section.value(key, Values.duration(least, most), Values.write(preset));
  }
}
