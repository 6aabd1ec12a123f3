package org.bora.launcher.command.change;

import static org.bora.server.text.Amounts.time;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.bora.launcher.report.Table;
import tools.jackson.databind.JsonNode;

/** Lines of the log of a process, for a terminal. */
final class LinesText {
  private LinesText() {}

  /** What was found, how far the search went back, and which processes were not asked. */
  static List<String> of(JsonNode answer) {
    Table table =
        new Table("no such lines", Set.of(), "TIME", "LEVEL", "CALL", "LOGGER", "MESSAGE");
    for (JsonNode line : answer.path("lines")) {
      String logger = line.path("logger").asString();
      table.row(
          line.path("time").asString(),
          line.path("level").asString(),
          line.path("call").asString(""),
          logger.substring(logger.lastIndexOf('.') + 1),
          Table.whole(line.path("message").asString()));
      line.path("stack").forEach(frame -> table.row("", "", "", "", Table.whole(frame.asString())));
    }
    if (answer.path("omitted").asInt() > 0) {
      table.note(answer.path("omitted").asInt() + " older lines are not shown");
    }
    table.note(
        answer.path("process").asString()
            + " was searched from "
            + time(answer.path("since"))
            + " on; its log files have older lines. Calls that succeed are logged at level DEBUG"
            + " only");
    String others =
        answer.path("others").valueStream().map(LinesText::named).collect(Collectors.joining(", "));
    if (!others.isEmpty()) {
      table.note("not asked: " + others + "; ask each of them with --url");
    }
    if (answer.path("others").isNull()) {
      table.note("other processes of the site were not asked: use --url for each of them");
    }
    return table.lines(false);
  }

  private static String named(JsonNode other) {
    return other.path("kind").asString().toLowerCase(Locale.ROOT).replace('_', ' ')
        + " "
        + other.path("name").asString();
  }
}
