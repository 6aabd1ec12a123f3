package org.bora.server.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditTailIT {
  @TempDir Path directory;

  @Test
  void theLastLinesAboutSomethingAreFoundWhateverIsTornOff() throws Exception {
    Path log = directory.resolve("audit-bora.log");
    StringBuilder text = new StringBuilder("half of a line\"}\n");
    for (int i = 0; i < 60; i++) {
      text.append("{\"op\":\"srmRm\",\"n\":%d,\"request\":\"one\"}\n".formatted(i));
      text.append("{\"op\":\"srmRm\",\"n\":%d,\"request\":\"other\"}\n".formatted(i));
    }
    Files.writeString(log, text.append("{\"op\":\"srmRm\",\"requ"));
    AuditTail.AuditLines found = new AuditTail(Optional.of(log)).about("request", "one");
    assertEquals(50, found.lines().size());
    assertEquals(59, found.lines().getLast().get("n").asInt());
    assertTrue(found.whole());
  }

  @Test
  void aNameIsFoundAsItIsWhateverIsInIt() throws Exception {
    Path log = directory.resolve("audit-bora.log");
    Files.writeString(
        log,
        """
        {"op":"srmRm","surl":"srm://h/a*"}
        {"op":"srmRm","surl":"srm://h/abc"}
        {"op":"srmMv","surl":"srm://h/b","to":"srm://h/a*"}
        {"op":"srmRm","surl":"srm://h/\\u00e8 \\"q\\""}
        {"op":"srmRm","surl":["srm://h/abc"]}
        """);
    AuditTail tail = new AuditTail(Optional.of(log));
    assertEquals(2, tail.about("surl", "srm://h/a*").lines().size());
    assertEquals(1, tail.about("surl", "srm://h/\u00e8 \"q\"").lines().size());
    assertEquals(1, tail.about("surl", "srm://h/abc").lines().size());
    assertEquals(0, tail.about("surl", "srm://h/ab").lines().size());
  }

  @Test
  void whereNoLogIsNothingIsFound() {
    assertTrue(new AuditTail(Optional.empty()).about("request", "x").whole());
    Path none = directory.resolve("none");
    assertFalse(new AuditTail(Optional.of(none)).about("request", "x").whole());
  }
}
