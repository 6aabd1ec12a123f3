package org.bora.launcher.command.change;

import java.util.List;
import org.bora.api.word.LogText;
import tools.jackson.databind.JsonNode;

/** Lines of the audit log, shortened for a terminal. */
final class AuditText {
  private AuditText() {}

  /** Adds the found lines, and whether there may be more. */
  static void add(JsonNode found, List<String> lines) {
    for (JsonNode line : found.path("lines")) {
      lines.add(
          "  %s  %s %s %s  %s"
              .formatted(
                  line.path("time").asString(""),
                  line.path("event").asString(""),
                  line.path("op").asString(""),
                  line.path("status").asString(""),
                  LogText.of(line.path("dn").asString(line.path("by").asString("")))));
    }
    if (!found.path("whole").asBoolean(true)) {
      lines.add("  older lines of the audit log: bora audit");
    }
  }
}
