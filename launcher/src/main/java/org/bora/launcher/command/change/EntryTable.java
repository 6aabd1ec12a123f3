package org.bora.launcher.command.change;

import static org.bora.server.text.Amounts.size;
import static org.bora.server.text.Amounts.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bora.api.word.LogText;
import org.bora.launcher.report.Table;
import tools.jackson.databind.JsonNode;

/** The table of {@code bora surl list}. */
final class EntryTable {
  private static final String[] HEADINGS = {
    "NAME", "KIND", "SIZE", "CHANGED", "LOCALITY", "PINS", "UNTIL", "HELD BY"
  };

  private EntryTable() {}

  /** The entries of a page, and remarks about it. */
  static Table of(JsonNode page) {
    Table table = new Table("the directory is empty", Set.of("SIZE", "PINS"), HEADINGS);
    if (page.path("file").isObject()) {
      return new Table("this is no directory; `bora surl SURL` shows a file", Set.of(), "NAME");
    }
    for (JsonNode entry : page.path("entries")) {
      table.row(
          entry.path("name").asString(),
          entry.path("trouble").isString()
              ? Table.bad(entry.path("trouble").asString())
              : entry.path("kind").asString(""),
          entry.path("size").isNumber() ? size(entry.path("size").asLong()) : "",
          entry.path("modified").isString() ? time(entry.path("modified")) : "",
          locality(entry),
          pins(entry.path("pins")),
          entry.path("pins").isObject() ? time(entry.path("pins").path("until")) : "",
          held(entry.path("held")));
    }
    notes(page).forEach(table::note);
    return table;
  }

  private static String locality(JsonNode entry) {
    String where = entry.path("locality").asString("");
    return entry.path("recall").isString()
        ? where + ", recall " + entry.path("recall").asString()
        : where;
  }

  private static String pins(JsonNode pins) {
    if (!pins.isObject()) {
      return "";
    }
    int waiting = pins.path("waiting").asInt();
    return pins.path("pinned").asInt() + (waiting > 0 ? " + " + waiting + " waiting" : "");
  }

  private static String held(JsonNode held) {
    return held.isObject()
        ? held.path("token").asString() + " of " + held.path("owner").asString()
        : "";
  }

  private static List<String> notes(JsonNode page) {
    List<String> notes = new ArrayList<>();
    for (JsonNode upload : page.path("uploads")) {
      notes.add(
          "being written: %s, %s have arrived, request %s"
              .formatted(
                  LogText.of(upload.path("name").asString()),
                  size(upload.path("arrived").asLong()),
                  LogText.of(held(upload.path("held")))));
    }
    if (page.path("moreUploads").asBoolean()) {
      notes.add("more files than these are being written here");
    }
    for (JsonNode area : page.path("areas")) {
      notes.add(
          LogText.of(area.path("name").asString())
              + " is the storage area "
              + area.path("area").asString());
    }
    if (!page.path("allPins").asBoolean(true)) {
      notes.add("there are too many pins here to count all of them");
    }
    if (page.path("next").isString()) {
      notes.add("there are more: --after '" + LogText.of(page.path("next").asString()) + "'");
    }
    return notes;
  }
}
