package org.bora.launcher.tape;

import static org.bora.server.text.Amounts.count;
import static org.bora.server.text.Amounts.size;

import java.util.ArrayList;
import java.util.List;
import org.bora.backend.ledger.RemovalRow;
import org.bora.launcher.report.AdminAnswers;
import org.bora.server.tape.TapeCopies;
import org.bora.server.tape.TapeForgotten;
import org.bora.storage.spi.TapeDriver.Kept;
import tools.jackson.databind.JsonNode;

/** What became of copies on tape, in lines for a terminal. */
public final class TapeLines {
  private TapeLines() {}

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

  /** Unknown objects on tape, from the answer of {@code /v1/tape/forgotten}. */
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
