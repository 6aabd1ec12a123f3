package org.bora.server.metrics;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bora.backend.space.AreaFigures;
import org.bora.backend.stage.buffer.BufferStatus;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueue;
import org.bora.backend.stage.report.TapeStatus;

/** Samples of areas, tape and open requests for one scrape. */
record SiteSamples(Samples samples, Instant at) {
  /** More volumes are added up: a library may have thousands. */
  private static final int MOST_VOLUMES = 20;

  private static final Metric SPACE =
      Metric.gauge(
          "bora_area_bytes", "Disk space of a storage area in bytes, by use.", "area", "what");
  private static final Metric FILES =
      Metric.gauge("bora_area_files", "Files in a storage area, by location.", "area", "where");
  private static final Metric ON_TAPE =
      Metric.gauge(
          "bora_area_tape_bytes",
          "Bytes of a storage area's files that have a copy on tape.",
          "area");
  private static final Metric TROUBLE =
      Metric.gauge(
          "bora_area_trouble",
          "1 while the filesystem of a storage area does not answer, otherwise 0.",
          "area");
  private static final Metric BUFFER =
      Metric.gauge(
          "bora_buffer_bytes",
          "Disk buffer of a tape area in bytes: capacity, use and watermarks.",
          "area",
          "what");
  private static final Metric REQUESTS =
      Metric.gauge(
          "bora_request_files",
          "Files of open requests, by kind of request and state.",
          "kind",
          "state");
  private static final Metric DRIVES =
      Metric.gauge(
          "bora_tape_drives",
          "Drives of a tape library, by what they are doing.",
          "library",
          "state");
  private static final Metric RECALLS =
      Metric.gauge(
          "bora_tape_recalls",
          "Files queued for recall from a tape library, by state.",
          "library",
          "state");
  private static final Metric RECALL_BYTES =
      Metric.gauge(
          "bora_tape_recall_bytes",
          "Bytes of the files queued for recall from a tape library.",
          "library");
  private static final Metric OLDEST =
      Metric.gauge(
          "bora_tape_recall_oldest_seconds",
          "Age of the oldest recall request of a tape library.",
          "library");
  private static final Metric VOLUMES =
      Metric.gauge(
          "bora_tape_volume_recalls", "Files queued for recall, by volume.", "library", "volume");
  private static final Metric MIGRATIONS =
      Metric.gauge(
          "bora_tape_migrations",
          "Files queued for migration to a tape library, by state.",
          "library",
          "state");
  private static final Metric MIGRATION_BYTES =
      Metric.gauge(
          "bora_tape_migration_bytes",
          "Bytes of the files queued for migration to a tape library.",
          "library");
  private static final Metric REMOVALS =
      Metric.gauge(
          "bora_tape_removals",
          "Tape copies queued for removal from a tape library, by state.",
          "library",
          "state");
  private static final Metric ALARMS =
      Metric.gauge("bora_tape_alarms", "Open tape alarms that need an administrator.");

  static List<Metric> metrics(Metric... others) {
    List<Metric> all = new ArrayList<>(List.of(others));
    all.addAll(
        List.of(
            SPACE,
            FILES,
            ON_TAPE,
            TROUBLE,
            BUFFER,
            REQUESTS,
            DRIVES,
            RECALLS,
            RECALL_BYTES,
            OLDEST));
    all.addAll(List.of(VOLUMES, MIGRATIONS, MIGRATION_BYTES, REMOVALS, ALARMS));
    return all;
  }

  void tell(SiteState state) {
    state.areas().areas().forEach(this::area);
    state.tape().buffers().forEach(this::buffer);
    state.tape().libraries().forEach(this::library);
    samples.add(ALARMS, state.tape().alarms().size());
    state
        .files()
        .forEach(count -> samples.add(REQUESTS, count.files(), count.kind(), count.state()));
  }

  private void area(AreaFigures.Area area) {
    samples.add(TROUBLE, area.trouble().isPresent() ? 1 : 0, area.name());
    area.disk()
        .ifPresent(
            disk -> {
              samples.add(SPACE, disk.total(), area.name(), "total");
              samples.add(SPACE, disk.used(), area.name(), "used");
              samples.add(SPACE, disk.promised(), area.name(), "promised");
              samples.add(SPACE, disk.reserved(), area.name(), "reserved");
              samples.add(SPACE, disk.free(), area.name(), "free");
              samples.add(FILES, disk.files(), area.name(), "all");
            });
    area.tape()
        .ifPresent(
            tape -> {
              samples.add(FILES, tape.files(), area.name(), "tape");
              samples.add(ON_TAPE, tape.bytes(), area.name());
            });
  }

  private void buffer(BufferStatus buffer) {
    if (buffer.trouble().isEmpty()) {
      samples.add(BUFFER, buffer.capacity(), buffer.area(), "capacity");
      samples.add(BUFFER, buffer.occupied(), buffer.area(), "occupied");
      samples.add(BUFFER, buffer.highMark(), buffer.area(), "high_mark");
      samples.add(BUFFER, buffer.lowMark(), buffer.area(), "low_mark");
      samples.add(BUFFER, buffer.notOnTape(), buffer.area(), "not_on_tape");
    }
  }

  private void library(TapeStatus.Library library) {
    String name = library.name();
    for (String state : List.of("idle", "recall", "migrate", "remove")) {
      Optional<String> use = state.equals("idle") ? Optional.empty() : Optional.of(state);
      long drives = library.drives().stream().filter(drive -> drive.use().equals(use)).count();
      samples.add(DRIVES, drives, name, state);
    }
    recalls(name, library.recalls());
    MigrationStatus migrations = library.migrations();
    samples.add(MIGRATIONS, migrations.waiting(), name, "waiting");
    samples.add(MIGRATIONS, migrations.running(), name, "running");
    samples.add(MIGRATIONS, migrations.failing(), name, "failing");
    samples.add(MIGRATION_BYTES, migrations.waitingBytes(), name);
    samples.add(REMOVALS, migrations.removals(), name, "waiting");
    samples.add(REMOVALS, migrations.held(), name, "held");
  }

  private void recalls(String library, List<RecallQueue> queues) {
    long files = queues.stream().mapToLong(RecallQueue::files).sum();
    long running = queues.stream().mapToLong(RecallQueue::running).sum();
    samples.add(RECALLS, files - running, library, "waiting");
    samples.add(RECALLS, running, library, "running");
    samples.add(RECALLS, queues.stream().mapToLong(RecallQueue::failing).sum(), library, "failing");
    samples.add(RECALL_BYTES, queues.stream().mapToLong(RecallQueue::bytes).sum(), library);
    Duration oldest =
        queues.stream()
            .map(RecallQueue::oldest)
            .min(Instant::compareTo)
            .map(since -> Duration.between(since, at))
            .orElse(Duration.ZERO);
    samples.add(OLDEST, oldest.toMillis() / 1e3, library);
    long others = 0;
    for (int number = 0; number < queues.size(); number++) {
      RecallQueue queue = queues.get(number);
      if (number < MOST_VOLUMES) {
        String volume = queue.volume().isEmpty() ? "(unknown)" : queue.volume();
        samples.add(VOLUMES, queue.files(), library, volume);
      } else {
        others += queue.files();
      }
    }
    if (others > 0) {
      samples.add(VOLUMES, others, library, "(others)");
    }
  }
}
