package org.bora.launcher.tape;

import static org.bora.server.text.Amounts.count;
import static org.bora.server.text.Amounts.size;
import static org.bora.server.text.Amounts.time;

import java.util.List;
import java.util.Set;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.BufferStatus;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueue;
import org.bora.backend.stage.report.TapeStatus;
import org.bora.backend.stage.scrub.ScrubReport;
import org.bora.launcher.report.AdminAnswers;
import org.bora.launcher.report.Table;
import tools.jackson.databind.JsonNode;

/** The state of tapes in tables for a terminal. */
public final class TapeTables {
  private TapeTables() {}

  /**
   * All tables, from the answer of {@code /v1/tape}. Problems that need an administrator come last,
   * where they are seen.
   */
  public static Table of(JsonNode answer) {
    TapeStatus status = AdminAnswers.read(answer, TapeStatus.class);
    return drives(status.libraries())
        .below(queues(status.libraries()))
        .below(failures(status.libraries()))
        .below(buffers(status.buffers()))
        .below(scrubs(status.scrubs()))
        .then(alarms(status.alarms()));
  }

  private static Table drives(List<TapeStatus.Library> libraries) {
    Table table =
        new Table(
            "no tape library is configured",
            Set.of("DRIVE"),
            "LIBRARY",
            "KIND",
            "DRIVE",
            "WORK",
            "VOLUME");
    for (TapeStatus.Library library : libraries) {
      // the drives of a new library are known from its first work on
      if (library.drives().isEmpty()) {
        table.row(library.name(), library.kind(), "", "not used yet", "");
      }
      for (TapeStatus.Drive drive : library.drives()) {
        table.row(
            library.name(),
            library.kind(),
            drive.number(),
            drive.use().orElse("idle"),
            drive.volume().orElse(""));
      }
    }
    return table;
  }

  /** Of a library without recalls there is a row, too: an administrator looks for it. */
  private static Table queues(List<TapeStatus.Library> libraries) {
    Table table =
        new Table(
            "",
            Set.of("FILES", "SIZE", "RUNNING", "FAILING"),
            "QUEUE",
            "LIBRARY",
            "VOLUME",
            "FILES",
            "SIZE",
            "RUNNING",
            "FAILING",
            "OLDEST SINCE",
            "FAILURE");
    for (TapeStatus.Library library : libraries) {
      if (library.recalls().isEmpty()) {
        table.row("recall", library.name(), "", 0, size(0), 0, 0, "", "");
      }
      for (RecallQueue queue : library.recalls()) {
        table.row(
            "recall",
            library.name(),
            queue.volume().isEmpty() ? "not known yet" : queue.volume(),
            queue.files(),
            size(queue.bytes()),
            queue.running(),
            failing(queue.failing()),
            time(queue.oldest()),
            queue.failure());
      }
      migrations(library.name(), library.migrations(), table);
    }
    return table;
  }

  private static void migrations(String library, MigrationStatus status, Table table) {
    table.row(
        "migration",
        library,
        "",
        status.waiting() + status.running(),
        size(status.waitingBytes()),
        status.running(),
        failing(status.failing()),
        "",
        "");
    if (status.removals() > 0) {
      table.row("removal", library, "", status.removals(), "", "", "", "", "");
    }
    if (status.held() > 0) {
      table.row("held", library, "", Table.bad(String.valueOf(status.held())), "", "", "", "", "");
      table.note("held copies: their files vanished, or you keep them; see `bora tape copies`");
    }
  }

  private static Object failing(long number) {
    return number > 0 ? Table.bad(String.valueOf(number)) : "0";
  }

  private static Table failures(List<TapeStatus.Library> libraries) {
    Table table =
        new Table("", Set.of("TRIES"), "FAILED MIGRATION", "LIBRARY", "TRIES", "SINCE", "REASON");
    for (TapeStatus.Library library : libraries) {
      for (MigrationStatus.Failing file : library.migrations().worst()) {
        table.row(
            file.sfn().orElse("file " + file.file()),
            library.name(),
            file.tries(),
            time(file.since()),
            file.reason());
      }
    }
    return table;
  }

  private static Table buffers(List<BufferStatus> buffers) {
    Table table =
        new Table(
            "",
            Set.of("USED", "SIZE", "HIGH MARK", "LOW MARK", "NOT ON TAPE"),
            "BUFFER",
            "USED",
            "SIZE",
            "HIGH MARK",
            "LOW MARK",
            "NOT ON TAPE",
            "PROBLEM");
    for (BufferStatus buffer : buffers) {
      boolean known = buffer.trouble().isEmpty();
      table.row(
          buffer.area(),
          known ? size(buffer.occupied()) : "",
          known ? size(buffer.capacity()) : "",
          known ? size(buffer.highMark()) : "",
          known ? size(buffer.lowMark()) : "",
          size(buffer.notOnTape()),
          buffer.trouble().<Object>map(Table::bad).orElse(""));
    }
    return table;
  }

  private static Table scrubs(List<ScrubReport> scrubs) {
    Table table =
        new Table(
            "",
            Set.of("FILES", "READ", "DAMAGED", "UNREADABLE"),
            "SCRUB",
            "FILES",
            "READ",
            "DAMAGED",
            "UNREADABLE",
            "ENDED");
    for (ScrubReport scrub : scrubs) {
      table.row(
          scrub.area(),
          scrub.files(),
          size(scrub.bytes()),
          failing(scrub.damaged()),
          failing(scrub.unreadable()),
          scrub.ended().map(end -> time(end)).orElse("running"));
    }
    return table;
  }

  private static Table alarms(List<Alarm> alarms) {
    Table table = new Table("no alarms", Set.of(), "ALARM", "SINCE", "LAST SEEN", "TEXT");
    for (Alarm alarm : alarms) {
      table.row(
          Table.bad(alarm.key()),
          time(alarm.raised()),
          time(alarm.seen()),
          Table.whole(alarm.text()));
    }
    if (alarms.size() >= Alarms.MOST_LISTED) {
      table.note(
          "these are the oldest " + count(alarms.size(), "alarm") + "; `bora status` counts all");
    }
    return table;
  }
}
