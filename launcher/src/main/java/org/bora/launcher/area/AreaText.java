package org.bora.launcher.area;

import static org.bora.launcher.report.Amounts.count;
import static org.bora.launcher.report.Amounts.size;
import static org.bora.launcher.report.Amounts.time;

import java.util.ArrayList;
import java.util.List;
import org.bora.api.word.LogText;
import org.bora.backend.space.AreaFigures;
import org.bora.launcher.report.Answers;
import tools.jackson.databind.JsonNode;

/** What storage areas hold, in lines for a terminal, whatever users call their reservations. */
public final class AreaText {
  private AreaText() {}

  /** All of them, from the answer of {@code /v1/areas}. */
  public static List<String> lines(JsonNode answer) {
    return lines(Answers.read(answer, AreaFigures.class));
  }

  private static List<String> lines(AreaFigures figures) {
    List<String> lines = new ArrayList<>();
    figures.areas().forEach(area -> area(area, lines));
    return lines.isEmpty() ? List.of("no storage area is configured") : lines;
  }

  private static void area(AreaFigures.Area area, List<String> lines) {
    lines.add(
        "%s (%s) at %s, token %s"
            .formatted(area.name(), area.storageClass(), area.sfn(), area.token()));
    area.disk().ifPresent(disk -> lines.add("  disk      " + disk(disk, area.bounded())));
    area.trouble()
        .ifPresent(
            why -> lines.add("  TROUBLE   its filesystem does not answer: " + LogText.of(why)));
    area.tape()
        .ifPresent(
            tape ->
                lines.add(
                    "  tape      " + size(tape.bytes()) + " in " + count(tape.files(), "file")));
    area.reservations().forEach(one -> lines.add("  reserved  " + reservation(one)));
  }

  private static String disk(AreaFigures.Disk disk, boolean bounded) {
    return "%s %s: %s used, %s, %s promised, %s reserved, %s free"
        .formatted(
            size(disk.total()),
            bounded ? "in all" : "of filesystem",
            size(disk.used()),
            count(disk.files(), "file"),
            size(disk.promised()),
            size(disk.reserved()),
            size(disk.free()));
  }

  private static String reservation(AreaFigures.Reservation one) {
    return "%s%s of %s: %s, %s used, %s, %s promised, %s free, %s"
        .formatted(
            one.token(),
            one.description().isEmpty() ? "" : " '" + LogText.of(one.description()) + "'",
            LogText.of(one.owner()),
            size(one.total()),
            size(one.used()),
            count(one.files(), "file"),
            size(one.promised()),
            size(one.free()),
            one.ends().map(end -> "until " + time(end)).orElse("for ever"));
  }
}
