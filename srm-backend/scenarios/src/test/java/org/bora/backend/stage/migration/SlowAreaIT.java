package org.bora.backend.stage.migration;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.bora.api.Catalogue;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Surl;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.LocateSettings;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.locate.SurlLocator;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.TapeDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two areas on one tape library; what one of them waits for is not the other's business. */
@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SlowAreaIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final RecordingTimer timer = new RecordingTimer();
  private final CountedTasks tasks = new CountedTasks();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private ToyTape tape;
  private TapeBench bench;

  /** Runs nothing, and knows how often it would have. */
  private static final class RecordingTimer extends ScheduledThreadPoolExecutor {
    private final List<Duration> pauses = new ArrayList<>();

    RecordingTimer() {
      super(0);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(
        Runnable work, long first, long pause, TimeUnit unit) {
      pauses.add(Duration.of(pause, unit.toChronoUnit()));
      return super.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS);
    }
  }

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    tape = new ToyTape(directory.resolve("library"));
    Path root = Files.createDirectory(directory.resolve("area"));
    bench = new TapeBench(schemas.migrated(), TapeBench.open(root), time, tape);
  }

  @AfterEach
  void close() throws InterruptedException {
    end.countDown();
    tasks.settle();
    timer.shutdownNow();
    bench.close();
    bench.site.tree.close();
  }

  private void hang() {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private MigrationGround ground(List<StorageArea> areas, TapeDriver driver, Duration driveLease) {
    MigrationGround one = bench.ground;
    TapeLibraries libraries = new TapeLibraries(Map.of(TapeBench.LIBRARY, driver));
    return new MigrationGround(
        one.transactions(),
        new SurlLocator(new LocateSettings(List.of("se.example.org")), areas),
        one.books(),
        libraries,
        new Drives(one.transactions(), libraries, one.tokens(), driveLease),
        one.alarms(),
        one.tokens());
  }

  private StorageArea onTape(String name, AreaTree tree) {
    StorageArea area = bench.site.locator.area(name).orElseThrow();
    Keeping keeping = TapeBench.TAPE;
    return new StorageArea(
        name,
        area.sfn(),
        tree,
        keeping,
        area.spaceToken(),
        area.spaceDescription(),
        area.fileTypes(),
        area.ownership());
  }

  private void storedInShift() {
    Surl surl = SmallSite.surl("shift", "b");
    PutReply reply =
        bench.site.puts.call(
            Catalogue.PREPARE_TO_PUT,
            bench.site.call(ALICE),
            SmallSite.put(OverwriteMode.NEVER, 0, List.of(surl)));
    SmallSite.write(reply.files().getFirst().turl().orElseThrow(), "hello");
    bench.site.puts.call(
        Catalogue.PUT_DONE,
        bench.site.call(ALICE),
        new PutDoneRequest(reply.token().orElseThrow(), List.of(surl)));
  }

  @Test
  void anAreaThatIsSlowToReadLeavesTheDrivesToTheOthers() throws Exception {
    bench.stored("a", "hello");
    time.pass(Duration.ofSeconds(1));
    storedInShift();
    time.pass(TapeBench.SETTINGS.policy().maxAge());
    AreaTree slow =
        Intercepted.moves(
            bench.site.tree,
            (method, _) -> {
              if (method.equals("verify")) {
                hang();
              }
            });
    MigrationGround ground =
        ground(
            List.of(onTape("vo", slow), onTape("shift", bench.site.tree)),
            tape,
            TapeBench.SETTINGS.lease());
    try (Migrations migrations =
        new Migrations(ground, TapeBench.SETTINGS, StageSettings.defaults(), timer, tasks)) {
      migrations.round();
      begun.await();
      migrations.round();
      tape.awaitBatch();
      end.countDown();
      tasks.settle();
    }
    assertTrue(bench.isOnTape("b"));
    assertTrue(bench.isOnTape("a"));
  }

  @Test
  void aBatchKeepsItsFilesWhileTheTapeSystemThinksAboutThoseThatAreGone() throws Exception {
    UUID gone = bench.stored("a", "hello");
    bench.site.transactions.run(sql -> sql.sql("DELETE FROM stored_file").update());
    time.pass(TapeBench.SETTINGS.policy().maxAge());
    TapeDriver thinking =
        Intercepted.of(
            TapeDriver.class,
            tape,
            (method, _) -> {
              if (method.equals("query")) {
                hang();
              }
            });
    MigrationGround ground =
        ground(List.of(onTape("vo", bench.site.tree)), thinking, TapeBench.SETTINGS.lease());
    LibraryMigrations library =
        new LibraryMigrations(
            TapeBench.LIBRARY, ground, TapeBench.SETTINGS, StageSettings.defaults(), tasks);
    library.wake();
    begun.await();
    time.pass(TapeBench.SETTINGS.lease().minusSeconds(1));
    library.renew();
    time.pass(Duration.ofSeconds(1));
    assertEquals(
        List.of(),
        bench.site.transactions.run(
            sql ->
                new MigrationTable()
                    .lockDue(sql, TapeBench.LIBRARY, "vo", time.instant(), 10).stream()
                        .map(row -> row.file())
                        .toList()),
        "no other backend takes " + gone);
    end.countDown();
    tasks.settle();
    assertEquals(0, bench.waiting());
  }

  @Test
  void aDriveIsRenewedThreeTimesInItsLeaseHoweverRarelyIsLooked() {
    Duration driveLease = Duration.ofSeconds(6);
    MigrationGround ground = ground(List.of(onTape("vo", bench.site.tree)), tape, driveLease);
    try (Migrations migrations =
        new Migrations(ground, TapeBench.SETTINGS, StageSettings.defaults(), timer, tasks)) {
      assertEquals(0, migrations.round());
      assertTrue(
          timer.pauses.contains(driveLease.dividedBy(3)),
          "a look every " + TapeBench.SETTINGS.check() + ", and " + timer.pauses);
    }
  }
}
