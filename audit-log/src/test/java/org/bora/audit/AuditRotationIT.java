package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.bora.audit.AuditSettings.OnFailure;
import org.junit.jupiter.api.Test;

/** When a file is put aside, and which of those are kept. */
class AuditRotationIT extends WrittenAuditLog {
  private static final int LEAST = 64 << 10;

  @Test
  void aFileIsFullAtItsSizeAndNotBefore() throws IOException {
    try (AuditLog log = open(settings(LEAST, 5, OnFailure.REFUSE))) {
      long begun = Files.size(file());
      write(log, "");
      long line = Files.size(file()) - begun;
      while (LEAST - Files.size(file()) > 6000) {
        write(log, "x".repeat(1000));
      }
      while (LEAST - Files.size(file()) > 2000) {
        write(log, "x".repeat(100));
      }
      // numbers of lines have grown by a digit or two
      String probe = log.lines().begin("test").name("text", "").end().toString();
      int rest = (int) (LEAST - Files.size(file()));
      write(log, "x".repeat(rest - probe.length()));

      assertEquals(LEAST, Files.size(file()));
      assertEquals(List.of(), rotated());
      write(log, "");
      assertEquals(1, rotated().size());
      assertEquals(LEAST, Files.size(rotated().getFirst()));
      assertTrue(Files.size(file()) >= line);
    }
  }

  @Test
  void aFileIsOldAtItsAgeAndNotBeforeAlsoAfterARestart() throws IOException {
    AuditSettings settings = settings(1L << 40, 5, OnFailure.REFUSE);
    Instant begun = clock.now;
    open(settings).close();
    clock.now = begun.plus(Duration.ofHours(1)).minusMillis(1);
    try (AuditLog log = open(settings)) {
      write(log, "before");
      assertEquals(List.of(), rotated());
      clock.now = begun.plus(Duration.ofHours(1));
      write(log, "after");
      assertEquals(1, rotated().size());
      assertEquals(
          "audit-bora.20261121T130000.000Z.log", rotated().getFirst().getFileName().toString());
      assertEquals(List.of("before", "after"), texts());
    }
  }

  @Test
  void theNewestAreKeptPackedOnesCounted() throws Exception {
    try (AuditLog log = open(settings(1L << 40, 3, OnFailure.REFUSE))) {
      for (int i = 0; i < 3; i++) {
        clock.now = clock.now.plus(Duration.ofHours(1));
        write(log, "" + i);
      }
      Path oldest = rotated().getFirst();
      Files.move(oldest, oldest.resolveSibling(oldest.getFileName() + ".gz"));
      Files.writeString(directory.resolve("audit-bora.notes.log"), "mine\n");
      assertEquals(3, rotated().size());

      clock.now = clock.now.plus(Duration.ofHours(1));
      write(log, "3");

      until(() -> rotated().size() == 3);
      assertFalse(rotated().toString().contains(".gz"), rotated()::toString);
      assertTrue(Files.exists(directory.resolve("audit-bora.notes.log")));
    }
  }

  @Test
  void filesPutAsideInTheSameMillisecondAreDifferent() throws IOException {
    RotatedFiles files = new RotatedFiles(file());
    Path first = Files.createFile(files.next(clock.now));
    Path second = Files.createFile(files.next(clock.now));

    assertEquals(List.of(first, second), files.all());
  }

  @Test
  void aFileThatSomebodyElsePutAsideIsBegunAnew() throws Exception {
    try (AuditLog log = open()) {
      write(log, "old");
      Files.move(file(), directory.resolve("elsewhere"));
      log.reopen();
      write(log, "new");

      assertEquals(List.of("new"), texts());
      Files.delete(file());
      until(() -> Files.exists(file()));
    }
  }

  private long openFiles() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(
              each -> {
                try {
                  Path file = Files.readSymbolicLink(each);
                  return file.startsWith(directory) && !file.toString().endsWith(".lock");
                } catch (IOException gone) {
                  return false;
                }
              })
          .count();
    }
  }

  @Test
  void whatIsPutAsideIsClosedWithoutAnybodyWaiting() throws Exception {
    try (AuditLog log = open(settings(1L << 40, 3, OnFailure.REFUSE))) {
      for (int i = 0; i < 50; i++) {
        clock.now = clock.now.plus(Duration.ofHours(1));
        write(log, "" + i);
        log.reopen();
      }
      assertTrue(openFiles() <= 12, () -> "too many are open");
      until(() -> openFiles() == 2);
      until(() -> rotated().size() == 3);
    }
  }
}
