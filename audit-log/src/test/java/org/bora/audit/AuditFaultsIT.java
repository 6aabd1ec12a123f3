package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Disks that are full, and surprises inside: nobody is told that a line is written which is not.
 */
class AuditFaultsIT extends WrittenAuditLog {
  /** The device that is always full stands for a disk that is, until it is taken away. */
  private AuditLog full(OnFailure onFailure) throws IOException {
    AuditLog log = open(settings(1L << 40, 5, onFailure));
    Path link = Files.createSymbolicLink(directory.resolve("full"), Path.of("/dev/full"));
    Files.move(link, file(), StandardCopyOption.REPLACE_EXISTING);
    log.reopen();
    return log;
  }

  /** A filesystem in memory; tests are skipped where it cannot be mounted. */
  private record SmallDisk(Path point) implements AutoCloseable {

    static SmallDisk mount(Path point, String size) throws IOException, InterruptedException {
      Files.createDirectory(point);
      Process mount =
          new ProcessBuilder(
                  "mount", "-t", "tmpfs", "-o", "size=" + size, "bora-test", point.toString())
              .start();
      assumeTrue(mount.waitFor() == 0, "needs to mount");
      return new SmallDisk(point);
    }

    @Override
    public void close() throws IOException {
      Process umount = new ProcessBuilder("umount", point.toString()).start();
      assertEquals(0, umount.onExit().join().exitValue());
    }
  }

  private AuditLog open(SmallDisk disk) throws IOException {
    return AuditLog.open(
        settings(1L << 40, 5, OnFailure.REFUSE),
        new AuditLog.Place(disk.point(), "h", "bora"),
        clock,
        nanos::get,
        timer);
  }

  @Test
  void withoutRoomCallsAreRefusedAndWhatWasUnderWayIsWrittenLater() throws IOException {
    try (AuditLog log = full(OnFailure.REFUSE)) {
      log.check();
      AuditUnavailable told = assertThrows(AuditUnavailable.class, () -> write(log, "under way"));
      assertTrue(told.getMessage().contains("audit-bora.log cannot be written"));
      assertThrows(AuditUnavailable.class, log::check);
      assertTrue(log.trouble().isPresent());

      Files.delete(file());
      assertThrows(AuditUnavailable.class, log::check, "it is not tried all the time");
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      log.check();

      assertTrue(log.trouble().isEmpty());
      write(log, "next");
      assertEquals(List.of("under way", "next"), texts());
    }
  }

  @Test
  void whoPrefersTheServiceLosesLinesAndIsToldHowMany() throws IOException {
    try (AuditLog log = full(OnFailure.CONTINUE)) {
      String large = "x".repeat(AuditLines.LONGEST_NAME);
      int written = Backlog.MOST_BYTES / AuditLines.LONGEST_NAME + 100;
      for (int i = 0; i < written; i++) {
        log.check();
        write(log, large);
      }
      Files.delete(file());
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      write(log, "next");

      List<String> kept = texts();
      assertEquals("next", kept.getLast());
      JsonNode lost = read().stream().filter(line -> line.has("lines")).findFirst().orElseThrow();
      assertEquals("lost", lost.get("what").asString());
      assertEquals(written, kept.size() - 1 + lost.get("lines").asLong());
      assertTrue(lost.get("lines").asLong() >= 90, lost::toString);
    }
  }

  @Test
  void aRealDiskThatIsFullLeavesNoTornLine() throws Exception {
    try (SmallDisk small = SmallDisk.mount(directory.resolve("small"), "128k");
        AuditLog log = open(small)) {
      int[] written = {0};
      assertThrows(
          AuditUnavailable.class,
          () -> {
            while (true) {
              write(log, "x".repeat(3000));
              written[0]++;
            }
          });
      List<String> lines = Files.readAllLines(small.point().resolve("audit-bora.log"));
      lines.forEach(JSON::readTree);
      assertEquals(written[0] + 1, lines.size());
      Files.write(small.point().resolve("audit-bora.log"), List.of());
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      log.check();
      write(log, "y");
      assertEquals(2, Files.readAllLines(small.point().resolve("audit-bora.log")).size());
    }
  }

  /** A line is written when the work is done: what is under way needs room for its lines. */
  @Test
  void noWorkBeginsOnADiskThatHasRoomForTheLinesUnderWayAlone() throws Exception {
    try (SmallDisk small = SmallDisk.mount(directory.resolve("filling"), "1m");
        AuditLog log = open(small)) {
      AuditUnavailable refusal =
          assertThrows(
              AuditUnavailable.class,
              () -> {
                while (true) {
                  log.check();
                  write(log, "x".repeat(3000));
                }
              });
      assertTrue(refusal.getMessage().contains("bytes left"), refusal.getMessage());
      assertTrue(log.trouble().isPresent());
      for (int underWay = 0; underWay < 10; underWay++) {
        write(log, "y".repeat(3000));
      }
      Files.write(small.point().resolve("audit-bora.log"), List.of());
      log.check();
    }
  }

  /** Stands for a surprise inside, at a place that a test chooses. */
  private static final class Surprise {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private volatile Thread first;
    private volatile Error error;

    void meet() {
      if (Thread.currentThread().equals(first)) {
        reached.countDown();
        try {
          goOn.await();
        } catch (InterruptedException stopped) {
          Thread.currentThread().interrupt();
        }
      } else if (error != null) {
        throw error;
      }
    }
  }

  @Test
  void aSurpriseIsATimeWhenNothingCanBeWritten() throws IOException {
    try (AuditLog log = open()) {
      AuditLines lines = log.lines().begin("test").text("text", "kept").end();
      clock.now = null; // whoever reckons with it is surprised

      assertThrows(AuditUnavailable.class, () -> log.write(lines));
      assertTrue(log.trouble().isPresent());

      clock.now = Instant.parse("2026-11-21T12:00:00Z");
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      log.check();
      assertEquals(List.of("kept"), texts());
    }
  }

  @Test
  void nobodyIsToldThatWhatAnErrorTookIsWritten() throws Exception {
    Surprise surprise = new Surprise();
    try (AuditLog log = open();
        ExecutorService clients = Executors.newCachedThreadPool()) {
      clock.look = surprise::meet;
      Future<?> before =
          clients.submit(
              () -> {
                AuditLines lines = log.lines().begin("test").end();
                surprise.first = Thread.currentThread();
                log.write(lines);
              });
      assertTrue(surprise.reached.await(1, TimeUnit.MINUTES));
      Set<Thread> waiting = ConcurrentHashMap.newKeySet();
      List<Future<?>> together = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        AuditLines lines = log.lines().begin("test").end();
        together.add(
            clients.submit(
                () -> {
                  waiting.add(Thread.currentThread());
                  log.write(lines);
                }));
      }
      long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
      while (waiting.size() < 3
          || !waiting.stream().allMatch(t -> t.getState() == Thread.State.WAITING)) {
        assertTrue(System.nanoTime() < deadline, "they do not meet");
        LockSupport.parkNanos(1_000_000);
      }
      surprise.error = new StackOverflowError("for the test");
      surprise.goOn.countDown();

      before.get(1, TimeUnit.MINUTES);
      for (Future<?> one : together) {
        assertThrows(ExecutionException.class, () -> one.get(1, TimeUnit.MINUTES));
      }
      clock.look = () -> {};
    }
  }

  @Test
  void aDiskThatDoesNotTakeWhatWasWrittenIsTrouble() throws Exception {
    AuditSettings second =
        new AuditSettings(
            true,
            Optional.empty(),
            1L << 40,
            Duration.ofHours(1),
            5,
            Sync.SECOND,
            OnFailure.REFUSE,
            false);
    try (AuditLog log = open(second)) {
      // takes everything, and cannot be forced
      Path link = Files.createSymbolicLink(directory.resolve("none"), Path.of("/dev/null"));
      Files.move(link, file(), StandardCopyOption.REPLACE_EXISTING);
      log.reopen();
      write(log, "gone");
      until(() -> log.trouble().isPresent());
      assertThrows(AuditUnavailable.class, log::check);

      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      assertThrows(AuditUnavailable.class, log::check, "it is still the same disk");

      Files.delete(file());
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      log.check();
      write(log, "next");
      assertEquals(List.of("next"), texts());
    }
  }
}
