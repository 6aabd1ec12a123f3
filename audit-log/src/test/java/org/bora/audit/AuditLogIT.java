package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.bora.audit.AuditSettings.OnFailure;
import org.junit.jupiter.api.Test;

/** What whoever writes a line is promised. */
class AuditLogIT extends WrittenAuditLog {
  @Test
  void aLineIsInTheFileWhenWriteReturns() throws IOException {
    try (AuditLog log = open()) {
      write(log, "one");

      assertEquals(List.of("one"), texts());
      write(log, "two");
      assertEquals(List.of("one", "two"), texts());
    }
    List<String> whats =
        read().stream()
            .filter(line -> line.has("what"))
            .map(line -> line.get("what").asString())
            .toList();
    assertEquals(List.of("begin", "end"), whats);
  }

  @Test
  void theFileIsForItsOwnerAndGroupAlone() throws IOException {
    try (AuditLog _ = open()) {
      assertEquals(
          "rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
    }
  }

  @Test
  void noSecondProcessWritesTheSameFile() throws IOException {
    try (AuditLog _ = open()) {
      IOException refused = assertThrows(IOException.class, this::open);

      assertTrue(refused.getMessage().contains("another process writes"), refused.getMessage());
    }
    open().close();
  }

  @Test
  void manyAtOnceLoseAndTearNothingWhileFilesChange() throws Exception {
    int threads = 64;
    int each = 200;
    try (AuditLog log = open(settings(64 << 10, 1000, OnFailure.REFUSE));
        ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> all = new ArrayList<>();
      for (int client = 0; client < threads; client++) {
        int number = client;
        all.add(
            clients.submit(
                () -> {
                  for (int i = 0; i < each; i++) {
                    write(log, number + "/" + i);
                  }
                }));
      }
      for (int i = 0; i < 20; i++) {
        log.reopen();
      }
      for (Future<?> one : all) {
        one.get(1, TimeUnit.MINUTES);
      }
    }
    assertTrue(rotated().size() > 10, rotated()::toString);
    List<String> texts = texts();
    assertEquals(threads * each, texts.size());
    assertEquals(threads * each, Set.copyOf(texts).size());
    for (int client = 0; client < threads; client++) {
      String mine = client + "/";
      List<String> inOrder = texts.stream().filter(text -> text.startsWith(mine)).toList();
      for (int i = 0; i < each; i++) {
        assertEquals(mine + i, inOrder.get(i), "a caller's lines stand in its order");
      }
    }
    TreeSet<Long> numbers = new TreeSet<>(read().stream().map(l -> l.get("seq").asLong()).toList());
    assertEquals(numbers.size(), numbers.last(), "no number is missing");
  }

  @Test
  void anInterruptedCallerDoesNoHarmToOthers() throws Exception {
    try (AuditLog log = open()) {
      Thread interrupted =
          Thread.ofVirtual()
              .start(
                  () -> {
                    Thread.currentThread().interrupt();
                    write(log, "interrupted");
                  });
      assertTrue(interrupted.join(Duration.ofMinutes(1)));
      write(log, "next");
      assertEquals(List.of("interrupted", "next"), texts());
    }
  }

  @Test
  void whatADeathLeftOfALineStaysALineOfItsOwn() throws IOException {
    open().close();
    Files.writeString(file(), "{\"v\":1,\"tim", StandardOpenOption.APPEND);

    try (AuditLog log = open()) {
      write(log, "next");
    }

    List<String> lines = Files.readAllLines(file());
    assertEquals("{\"v\":1,\"tim", lines.get(2));
    assertEquals("next", JSON.readTree(lines.get(4)).get("text").asString());
  }
}
