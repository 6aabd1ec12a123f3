package org.bora.launcher.command.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class EntryTableTest {

  private static List<String> lines(String page) {
    return EntryTable.of(JsonMapper.builder().build().readTree(page)).lines(false);
  }

  @Test
  void anEntryIsALineAndWhatIsLeftOutIsSaid() {
    List<String> lines =
        lines(
            """
            {"file": null, "allPins": false, "moreUploads": true, "next": "n:b",
             "areas": [{"name": "tape", "area": "atlas-tape"}],
             "uploads": [{"name": "new", "arrived": 2048, "held": {"token": "t1", "owner": "/CN=A"}}],
             "entries": [
              {"name": "d", "kind": "DIRECTORY", "size": null, "modified": "2026-11-30T12:00:00Z"},
              {"name": "a", "kind": "FILE", "size": 1024, "modified": "2026-11-30T12:00:00Z",
               "locality": "NEARLINE", "recall": "WAITING",
               "pins": {"pinned": 1, "waiting": 2, "until": "2026-11-30T13:00:00Z"},
               "held": {"token": "t2", "owner": "/CN=B"}},
              {"name": "b\\u001b[31m\\n", "trouble": "it is not readable"}]}\
            """);
    assertTrue(lines.getFirst().startsWith("NAME"), lines.toString());
    String file = lines.stream().filter(line -> line.startsWith("a ")).findAny().orElseThrow();
    for (String told :
        List.of("FILE", "1.0 KiB", "NEARLINE, recall WAITING", "1 + 2 waiting", "t2 of /CN=B")) {
      assertTrue(file.contains(told), file);
    }
    String all = String.join("\n", lines);
    for (String told :
        List.of(
            "it is not readable",
            "being written: new, 2.0 KiB have arrived, request t1 of /CN=A",
            "more files than these are being written here",
            "tape is the storage area atlas-tape",
            "too many pins",
            "--after 'n:b'")) {
      assertTrue(all.contains(told), told + ": " + all);
    }
    assertFalse(all.contains("\u001b"), "names cannot move the cursor");
  }

  @Test
  void anEmptyDirectoryAndAFileSaySo() {
    assertEquals(List.of("the directory is empty"), lines("{\"file\": null, \"entries\": []}"));
    assertTrue(lines("{\"file\": {}}").getFirst().contains("this is no directory"));
  }
}
