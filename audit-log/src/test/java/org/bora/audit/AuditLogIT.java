package org.bora.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.bora.audit.AuditSettings.OnFailure;
import org.bora.audit.AuditSettings.Sync;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

class AuditLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LEAST = (int) AuditSettings.LEAST_FILE_BYTES;

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().factory());
  private final AtomicLong nanos = new AtomicLong();
  private final SetClock clock = new SetClock();

  @TempDir Path directory;

  private static final class SetClock extends Clock {
    private volatile Instant now = Instant.parse("2026-11-21T12:00:00Z");

    private volatile Runnable look = () -> {};

    @Override
    public Instant instant() {
      look.run();
      return Objects.requireNonNull(now, "now");
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private static AuditSettings settings(long bytes, int keep, OnFailure onFailure) {
    return new AuditSettings(
        true, Optional.empty(), bytes, Duration.ofHours(1), keep, Sync.KERNEL, onFailure, false);
  }

  private AuditLog open(AuditSettings settings) throws IOException {
    return AuditLog.open(
        settings, new AuditLog.Place(directory, "h", "bora"), clock, nanos::get, timer);
  }

  private AuditLog open() throws IOException {
    return open(settings(AuditSettings.MOST_FILE_BYTES, 5, OnFailure.REFUSE));
  }

  private static void write(AuditLog log, String text) {
    log.write(log.lines().begin("test").name("text", text).end());
  }

  private Path file() {
    return directory.resolve("audit-bora.log");
  }

  private List<Path> rotated() throws IOException {
    return new RotatedFiles(file()).all();
  }

  private List<JsonNode> read() throws IOException {
    List<JsonNode> lines = new ArrayList<>();
    for (Path each : Stream.concat(rotated().stream(), Stream.of(file())).toList()) {
      Files.readAllLines(each).forEach(line -> lines.add(JSON.readTree(line)));
    }
    return lines;
  }

  private List<String> texts() throws IOException {
    return read().stream()
        .filter(line -> line.has("text"))
        .map(line -> line.get("text").asString())
        .toList();
  }

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
    try (AuditLog log = open(settings(LEAST, 1000, OnFailure.REFUSE));
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
    AuditSettings settings = settings(AuditSettings.MOST_FILE_BYTES, 5, OnFailure.REFUSE);
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
    try (AuditLog log = open(settings(AuditSettings.MOST_FILE_BYTES, 3, OnFailure.REFUSE))) {
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

  /** The device that is always full stands for a disk that is, until it is taken away. */
  private AuditLog full(OnFailure onFailure) throws IOException {
    AuditLog log = open(settings(AuditSettings.MOST_FILE_BYTES, 5, onFailure));
    Path link = Files.createSymbolicLink(directory.resolve("full"), Path.of("/dev/full"));
    Files.move(link, file(), StandardCopyOption.REPLACE_EXISTING);
    log.reopen();
    return log;
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
    Path small = Files.createDirectory(directory.resolve("small"));
    Process mount =
        new ProcessBuilder("mount", "-t", "tmpfs", "-o", "size=128k", "bora-test", small.toString())
            .start();
    assumeTrue(mount.waitFor() == 0, "needs to mount");
    try {
      AuditLog log =
          AuditLog.open(
              settings(AuditSettings.MOST_FILE_BYTES, 5, OnFailure.REFUSE),
              new AuditLog.Place(small, "h", "bora"),
              clock,
              nanos::get,
              timer);
      try (log) {
        int[] written = {0};
        assertThrows(
            AuditUnavailable.class,
            () -> {
              while (true) {
                write(log, "x".repeat(3000));
                written[0]++;
              }
            });
        List<String> lines = Files.readAllLines(small.resolve("audit-bora.log"));
        lines.forEach(JSON::readTree);
        assertEquals(written[0] + 1, lines.size());
        Files.write(small.resolve("audit-bora.log"), List.of());
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        log.check();
        write(log, "y");
        assertEquals(2, Files.readAllLines(small.resolve("audit-bora.log")).size());
      }
    } finally {
      new ProcessBuilder("umount", small.toString()).start().waitFor();
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
        Thread.onSpinWait();
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
            AuditSettings.MOST_FILE_BYTES,
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
    try (AuditLog log = open(settings(AuditSettings.MOST_FILE_BYTES, 3, OnFailure.REFUSE))) {
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

  private static void until(Callable<Boolean> what) throws Exception {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (!what.call()) {
      assertTrue(System.nanoTime() < deadline, "it does not come");
      Thread.onSpinWait();
    }
  }
}
