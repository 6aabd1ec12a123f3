package org.bora.backend.stage.scrub;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.backend.database.Transactions;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ScrubIT {
  private static final Duration EVERY = Duration.ofDays(90);

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(0);
  private final List<Scrub> open = new ArrayList<>();
  private final AtomicBoolean silent = new AtomicBoolean();
  private Path root;
  private SmallSite site;
  private Alarms alarms;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    AreaTree tree =
        Intercepted.moves(
            SmallSite.open(root),
            (_, _) -> {
              if (silent.get()) {
                throw new StorageException(Reason.SILENT, "not asked");
              }
            });
    site = new SmallSite(schemas.migrated(), tree, time);
    alarms = new Alarms(site.transactions, site.tokens);
  }

  @AfterEach
  void close() {
    open.forEach(Scrub::close);
    timer.shutdownNow();
    site.close();
    site.tree.close();
  }

  private Scrub scrub(Transactions.Pause pause) {
    return scrub(pause, Runnable::run);
  }

  private Scrub scrub(Transactions.Pause pause, Executor tasks) {
    Scrub scrub =
        new Scrub(
            new Scrub.Ground(site.transactions, site.locator, alarms, site.tokens),
            new ScrubSettings(1, EVERY, Duration.ofMinutes(5)),
            pause,
            timer,
            tasks);
    open.add(scrub);
    return scrub;
  }

  private void stored(String name, String content) {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, name));
    write(reply.files().getFirst().turl().orElseThrow(), content);
    site.puts.call(
        Catalogue.PUT_DONE,
        site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))));
  }

  private ScrubReport report() {
    return report("vo").orElseThrow();
  }

  private Optional<ScrubReport> report(String area) {
    return site.transactions.read(new ScrubTable()::reports).stream()
        .filter(report -> report.area().equals(area))
        .findFirst();
  }

  @Test
  void whatADiskHasDamagedIsFoundCountedAndToldOf() throws IOException {
    stored("a", "hello");
    stored("b", "hello, world");
    FileTime written = Files.getLastModifiedTime(root.resolve("b"));
    try (RandomAccessFile file = new RandomAccessFile(root.resolve("b").toFile(), "rw")) {
      file.write('j');
    }
    Files.setLastModifiedTime(root.resolve("b"), written);
    stored("c", "changed later");
    Files.writeString(root.resolve("c"), "past Bora");
    scrub(_ -> {}).round();
    assertEquals(
        new ScrubReport("vo", SmallSite.START, Optional.of(SmallSite.START), 2, 17, 1, 0, 1),
        report());
    assertEquals(1, alarms.list().size());
    assertTrue(alarms.list().getFirst().text().contains("/vo/b"));
  }

  @Test
  void whatRestsTakesUpNoOtherArea() {
    stored("a", "hello");
    List<Scrub> resting = new ArrayList<>();
    Scrub scrub = scrub(_ -> resting.getFirst().rest());
    resting.add(scrub);
    scrub.round();
    assertEquals(List.of("vo"), scrub.reports().stream().map(ScrubReport::area).toList());
    assertEquals(1, report().files());
  }

  @Test
  void aWalkIsNotRepeatedBeforeItsTime() {
    stored("a", "hello");
    Scrub scrub = scrub(_ -> {});
    scrub.round();
    stored("b", "hello");
    time.pass(EVERY.minusSeconds(1));
    scrub.round();
    assertEquals(1, report().files());
    time.pass(Duration.ofSeconds(1));
    scrub.round();
    assertEquals(2, report().files());
  }

  @Test
  void readingTakesTheTimeThatItMay() {
    stored("a", "hello");
    List<Duration> rests = new ArrayList<>();
    scrub(rests::add).round();
    assertEquals(
        Duration.ofSeconds(5), rests.stream().reduce(Duration.ZERO, Duration::plus), "1 byte/s");
  }

  @Test
  void aWalkThatWasStoppedGoesOnWhereItWas() {
    for (String name : List.of("a", "b", "c")) {
      stored(name, "hello");
    }
    int[] files = new int[1];
    Scrub[] mortal = new Scrub[1];
    mortal[0] =
        scrub(
            _ -> {
              if (++files[0] == 2) {
                mortal[0].close();
              }
            });
    mortal[0].round();
    assertEquals(1, report().files());
    assertTrue(report().ended().isEmpty());
    scrub(_ -> {}).round();
    assertEquals(3, report().files());
    assertTrue(report().ended().isPresent());
  }

  @Test
  void aWalkGoesOnInAnAreaThatDidNotAnswer() {
    for (String name : List.of("a", "b", "c")) {
      stored(name, "hello");
    }
    scrub(_ -> silent.set(true)).round();
    assertEquals(1, report().files());
    assertEquals(Optional.empty(), report().ended(), "the others are not passed over");
    silent.set(false);
    scrub(_ -> {}).round();
    assertEquals(3, report().files());
    assertTrue(report().ended().isPresent());
  }

  @Test
  void aSlowReaderKeepsItsLease() {
    stored("a", "x".repeat(1000)); // 1000 s at 1 byte/s, with a lease of 300 s
    List<Duration> rests = new ArrayList<>();
    int[] nested = new int[1];
    Scrub other = scrub(_ -> nested[0]++);
    scrub(
            rest -> {
              rests.add(rest);
              time.pass(rest);
              other.round();
            })
        .round();
    assertEquals(Duration.ofSeconds(1000), rests.stream().reduce(Duration.ZERO, Duration::plus));
    assertEquals(0, nested[0], "the area stays this backend's");
    assertEquals(1, report().files());
  }

  @Test
  void anAreaThatHangsDelaysNoOther() throws Exception {
    stored("a", "hello");
    CountDownLatch hanging = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    AtomicInteger begun = new AtomicInteger();
    CountedTasks tasks = new CountedTasks();
    Scrub scrub =
        scrub(
            _ -> {
              if (begun.getAndIncrement() == 0) {
                hanging.countDown();
                end.await();
              }
            },
            tasks);
    scrub.wake();
    hanging.await();
    while (report("shift").flatMap(ScrubReport::ended).isEmpty()) {
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    assertEquals(Optional.empty(), report("vo").orElseThrow().ended());
    assertEquals(1, scrub.atWork());
    end.countDown();
    tasks.settle();
    assertTrue(report("vo").orElseThrow().ended().isPresent());
    assertEquals(0, scrub.atWork());
  }

  @Test
  void anAreaIsReadByOneBackendAtATime() {
    stored("a", "hello");
    int[] nested = new int[1];
    Scrub other = scrub(_ -> nested[0]++);
    scrub(_ -> other.round()).round();
    assertEquals(0, nested[0], "the other has nothing to do");
    assertEquals(1, report().files());
  }
}
