package org.bora.launcher.tape;

import static org.bora.server.text.Amounts.count;
import static org.bora.server.text.Amounts.size;
import static org.bora.server.text.Amounts.time;

import java.util.ArrayList;
import java.util.List;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.stage.alarm.Alarm;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.buffer.BufferStatus;
import org.bora.backend.stage.migration.MigrationStatus;
import org.bora.backend.stage.recall.RecallQueue;
import org.bora.backend.stage.report.TapeStatus;
import org.bora.backend.stage.scrub.ScrubReport;
import org.bora.launcher.report.AdminAnswers;
import org.bora.server.tape.TapeCopies;
import org.bora.server.tape.TapeForgotten;
import org.bora.storage.spi.TapeDriver.Kept;
import tools.jackson.databind.JsonNode;

/** The state of tapes in lines for a terminal. */
public final class TapeLines {
  private TapeLines() {}

  /**
   * All of it, from the answer of {@code /v1/tape}; what an administrator must do something about
   * comes last, where it is seen.
   */
  public static List<String> lines(JsonNode answer) {
    return lines(AdminAnswers.read(answer, TapeStatus.class));
  }

  private static List<String> lines(TapeStatus status) {
    List<String> lines = new ArrayList<>();
    if (status.libraries().isEmpty()) {
      lines.add("no tape library is configured");
    }
    status.libraries().forEach(library -> library(library, lines));
    status.buffers().forEach(buffer -> buffer(buffer, lines));
    status.scrubs().forEach(scrub -> lines.add(scrub(scrub)));
    if (status.alarms().isEmpty()) {
      lines.add("alarms     none");
    }
    for (Alarm alarm : status.alarms()) {
      lines.add("ALARM      " + alarm.key() + ": " + alarm.text());
      lines.add("           since " + time(alarm.raised()) + ", last seen " + time(alarm.seen()));
    }
    if (status.alarms().size() >= Alarms.MOST_LISTED) {
      lines.add("           these are the oldest; `bora status` counts all");
    }
    return lines;
  }

  private static void library(TapeStatus.Library library, List<String> lines) {
    lines.add("library    " + library.name() + " (" + library.kind() + ")");
    for (TapeStatus.Drive drive : library.drives()) {
      lines.add(
          "  drive %d  %s%s"
              .formatted(
                  drive.number(),
                  drive.use().orElse("idle"),
                  drive.volume().map(volume -> ", volume " + volume).orElse("")));
    }
    if (library.recalls().isEmpty()) {
      lines.add("  to disk  0 files");
    }
    library.recalls().forEach(queue -> lines.add("  to disk  " + recalls(queue)));
    migrations(library.migrations(), lines);
  }

  private static String recalls(RecallQueue queue) {
    return (queue.volume().isEmpty() ? "of no known volume: " : "volume " + queue.volume() + ": ")
        + count(queue.files(), "file")
        + ", "
        + size(queue.bytes())
        + ", "
        + queue.running()
        + " being read, since "
        + time(queue.oldest())
        + (queue.failing() > 0 ? ", " + queue.failing() + " FAILING: " + queue.failure() : "");
  }

  private static void migrations(MigrationStatus status, List<String> lines) {
    lines.add(
        "  to tape  "
            + count(status.waiting() + status.running(), "file")
            + ", "
            + size(status.waitingBytes())
            + ", "
            + status.running()
            + " being written"
            + (status.failing() > 0 ? ", " + status.failing() + " FAILING" : ""));
    for (MigrationStatus.Failing file : status.worst()) {
      lines.add(
          "    %s failed %s: %s"
              .formatted(
                  file.sfn().orElse("file " + file.file()),
                  count(file.tries(), "time"),
                  file.reason()));
    }
    if (status.removals() > 0) {
      lines.add(
          "  off tape "
              + count(status.removals(), "copy", "copies")
              + " of removed or overwritten files, after the grace");
    }
    if (status.held() > 0) {
      lines.add(
          "  HELD     "
              + count(status.held(), "copy", "copies")
              + " whose files vanished, or that you keep: `bora tape copies`");
    }
  }

  private static void buffer(BufferStatus buffer, List<String> lines) {
    lines.add(
        "buffer     "
            + buffer.area()
            + buffer
                .trouble()
                .map(why -> ": cannot be found out: " + why)
                .orElseGet(
                    () ->
                        ": %s of %s taken, files leave above %s down to %s"
                            .formatted(
                                size(buffer.occupied()),
                                size(buffer.capacity()),
                                size(buffer.highMark()),
                                size(buffer.lowMark()))));
    if (buffer.notOnTape() > 0) {
      lines.add("           " + size(buffer.notOnTape()) + " cannot leave: not on tape yet");
    }
  }

  private static String scrub(ScrubReport scrub) {
    return "scrub      %s: %s, %s read%s%s%s"
        .formatted(
            scrub.area(),
            count(scrub.files(), "file"),
            size(scrub.bytes()),
            scrub.ended().map(end -> ", through at " + time(end)).orElse(", goes on"),
            scrub.damaged() > 0 ? ", " + scrub.damaged() + " DAMAGED" : "",
            scrub.unreadable() > 0 ? ", " + scrub.unreadable() + " UNREADABLE" : "");
  }

  /** Copies whose files are gone, from the answer of {@code /v1/tape/copies}. */
  public static List<String> copies(JsonNode answer) {
    List<String> lines = new ArrayList<>();
    for (TapeCopies.Library library : AdminAnswers.read(answer, TapeCopies.class).libraries()) {
      copies(library.name(), library.held(), true, lines);
      copies(library.name(), library.removals(), false, lines);
    }
    return lines.isEmpty() ? List.of("there is no copy on tape without its file") : lines;
  }

  private static void copies(
      String library, TapeCopies.Some some, boolean held, List<String> lines) {
    some.copies().forEach(copy -> lines.add(copy(copy, held)));
    long more = some.all() - some.copies().size();
    if (more > 0) {
      lines.add("  and " + more + " more of library " + library);
    }
  }

  /** What nothing knows of any more, from the answer of {@code /v1/tape/forgotten}. */
  public static List<String> forgotten(JsonNode answer) {
    TapeForgotten found = AdminAnswers.read(answer, TapeForgotten.class);
    if (found.objects() == 0) {
      return List.of("every object of library " + found.library() + " is known");
    }
    List<String> lines = new ArrayList<>();
    for (Kept object : found.some()) {
      lines.add(
          "%s  %s, volume %s"
              .formatted(object.file(), size(object.size()), object.location().volume()));
    }
    lines.add(
        "library %s: %s of %s that neither the database nor a file knows%s"
            .formatted(
                found.library(),
                count(found.objects(), "object"),
                size(found.bytes()),
                found.isAll() ? "" : ", and there may be more: search again"));
    lines.add(
        found.removing()
            ? "they are removed after the grace; `bora tape keep` keeps one"
            : "nothing was ordered; --remove removes them after the grace");
    return lines;
  }

  private static String copy(RemovalRow copy, boolean held) {
    return "%-13s %s  %s %s, %s, volume %s%s"
        .formatted(
            held ? "held" : "to be removed",
            copy.file(),
            copy.area(),
            copy.path(),
            size(copy.size()),
            copy.location().volume(),
            copy.failure().isEmpty() ? "" : ", FAILING: " + copy.failure());
  }
}
