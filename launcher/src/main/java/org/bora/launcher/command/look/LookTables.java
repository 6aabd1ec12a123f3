package org.bora.launcher.command.look;

import static org.bora.server.text.Amounts.count;
import static org.bora.server.text.Amounts.size;
import static org.bora.server.text.Amounts.time;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.bora.launcher.report.Table;
import tools.jackson.databind.JsonNode;

/** The tables of {@link LookCommands}. */
final class LookTables {
  private static final String[] CALLERS = {
    "REQUESTS",
    "WRITING",
    "PROMISED",
    "PINNED",
    "PINNED SIZE",
    "WAITING",
    "WAITING SIZE",
    "COPYING",
    "CALLER"
  };
  private static final Set<String> NUMBERS =
      Set.copyOf(List.of(CALLERS).subList(0, CALLERS.length - 1));

  private LookTables() {}

  /** What is wanted from tape, by volume. */
  static Table queues(JsonNode answer) {
    Table table =
        new Table(
            "no files wait for recall",
            Set.of("FILES", "SIZE", "RUNNING", "FAILING"),
            "LIBRARY",
            "VOLUME",
            "FILES",
            "SIZE",
            "RUNNING",
            "FAILING",
            "OLDEST SINCE",
            "FAILURE");
    for (JsonNode library : answer.path("libraries")) {
      for (JsonNode queue : library.path("volumes")) {
        String failing = queue.path("failing").asString();
        table.row(
            library.path("library").asString(),
            queue.path("volume").asString("").isEmpty()
                ? "not known yet"
                : queue.path("volume").asString(),
            queue.path("files").asLong(),
            size(queue.path("bytes").asLong()),
            queue.path("running").asLong(),
            failing.equals("0") ? failing : Table.bad(failing),
            time(queue.path("oldest")),
            queue.path("failure").asString(""));
      }
    }
    return table;
  }

  /** The files that are wanted from a library. */
  static Table files(JsonNode answer) {
    Table table =
        new Table(
            "nothing is wanted from it",
            Set.of("POSITION", "SIZE"),
            "STATE",
            "VOLUME",
            "POSITION",
            "SIZE",
            "WANTED SINCE",
            "AREA",
            "PATH",
            "FAILURE");
    for (JsonNode file : answer.path("files")) {
      table.row(
          file.path("state").asString(),
          file.path("volume").asString(""),
          file.path("position").asLong(),
          size(file.path("size").asLong()),
          time(file.path("wanted")),
          file.path("area").asString(),
          file.path("path").asString(),
          file.path("failure").asString(""));
    }
    return table;
  }

  /** GridFTP servers. */
  static Table doors(JsonNode answer) {
    Table table =
        new Table(
            "no GridFTP server is configured",
            Set.of(),
            "NAME",
            "URL",
            "HEALTH",
            "SINCE",
            "REASON");
    for (JsonNode door : answer.path("doors")) {
      table.row(
          door.path("name").asString(),
          door.path("protocol").asString()
              + "://"
              + door.path("host").asString()
              + ":"
              + door.path("port").asInt(),
          door.path("healthy").asBoolean() ? "healthy" : Table.bad("NOT HEALTHY"),
          time(door.path("since")),
          door.path("reason").asString(""));
    }
    return table;
  }

  /** Who has open requests. */
  static Table callers(JsonNode answer) {
    Table table = new Table("no open requests", NUMBERS, CALLERS);
    for (JsonNode one : answer.path("callers")) {
      table.row(
          one.path("requests").asLong(),
          one.path("writing").asLong(),
          size(one.path("promisedBytes").asLong()),
          one.path("pinned").asLong(),
          size(one.path("pinnedBytes").asLong()),
          one.path("waiting").asLong(),
          size(one.path("waitingBytes").asLong()),
          one.path("copying").asLong(),
          one.path("owner").asString());
    }
    return table;
  }

  /** What failed or was refused last. */
  static Table errors(JsonNode answer) {
    Table table =
        new Table(
            "no call has failed or been refused since the frontends started",
            Set.of("TIMES"),
            "LAST",
            "TIMES",
            "RESULT",
            "OPERATION",
            "STATUS",
            "FILE",
            "CALLER",
            "REQUEST",
            "ID",
            "REASON");
    for (JsonNode one : answer.path("errors")) {
      String result = one.path("result").asString().toLowerCase(Locale.ROOT);
      JsonNode target = one.path("target");
      int others = target.path("others").asInt(0);
      table.row(
          time(one.path("at")),
          one.path("times").asLong(),
          result.equals("failed") ? Table.bad(result) : result,
          one.path("operation").asString(),
          one.path("status").asString(),
          target.path("surl").asString("")
              + (others > 0 ? " (" + count(others, "other") + ")" : ""),
          one.path("dn").asString(),
          one.path("token").asString(""),
          one.path("trace").asString(),
          one.path("reason").asString());
    }
    return table;
  }
}
