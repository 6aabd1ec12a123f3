package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.stage.StageSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.testing.CountedTasks;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two tape systems; the first by name answers no more, the other has work. */
@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HungLibraryIT {
  private static final String HUNG = "hung";
  private static final long OFTEN_MILLIS = 50;

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final CountedTasks tasks = new CountedTasks();
  private final HungTape hung = new HungTape();
  private ToyTape tape;
  private TapeBench bench;
  private MigrationGround ground;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    tape = new ToyTape(directory.resolve("library"));
    Path root = Files.createDirectory(directory.resolve("area"));
    bench = new TapeBench(schemas.migrated(), TapeBench.open(root), time, tape);
    MigrationGround one = bench.ground;
    TapeLibraries both = new TapeLibraries(Map.of(HUNG, hung, TapeBench.LIBRARY, tape));
    ground =
        new MigrationGround(
            one.transactions(),
            one.locator(),
            one.books(),
            both,
            new Drives(one.transactions(), both, one.tokens(), TapeBench.SETTINGS.lease()),
            one.alarms(),
            one.tokens());
  }

  @AfterEach
  void close() throws InterruptedException {
    hung.close();
    timer.shutdownNow();
    tasks.settle();
    bench.close();
    bench.site.tree.close();
  }

  @Test
  void filesGoToTheOther() throws Exception {
    bench.stored("a", "hello");
    time.pass(TapeBench.SETTINGS.policy().maxAge());
    try (Migrations migrations =
        new Migrations(ground, TapeBench.SETTINGS, StageSettings.defaults(), timer, tasks)) {
      migrations.wake();
      tape.awaitBatch();
      hung.awaitQuestion();
      hung.close();
      tasks.settle();
    }
    assertTrue(bench.isOnTape("a"));
  }

  @Test
  void copiesLeaveTheOther() throws Exception {
    bench.stored("a", "hello");
    bench.migrateAll();
    bench.remove("a");
    RemovalRow ofTheHung =
        new RemovalRow(
            new UUID(0, 1), HUNG, new TapeLocation("V1", 1, "x"), 1, "00000001", "vo", "x", 0, "");
    ground
        .transactions()
        .run(
            sql -> {
              new RemovalTable().note(sql, ofTheHung);
              return sql;
            });
    bench.removals.round();
    ground.transactions().run(sql -> new RemovalTable().beginGrace(sql, HUNG, time.instant()));
    time.pass(TapeBench.SETTINGS.removalGrace());
    assertFalse(bench.toBeRemoved().isEmpty());
    Removals removals = new Removals(ground, often(), timer, tasks);
    try {
      hung.awaitQuestion();
      while (!bench.toBeRemoved().isEmpty()) {
        LockSupport.parkNanos(Duration.ofMillis(OFTEN_MILLIS).toNanos());
      }
    } finally {
      hung.close();
      removals.close();
    }
  }

  private static MigrationSettings often() {
    MigrationSettings usual = TapeBench.SETTINGS;
    return new MigrationSettings(
        usual.policy(),
        Duration.ofSeconds(1),
        usual.lease(),
        usual.retryFirst(),
        usual.retryMost(),
        usual.alarmAfter(),
        usual.removalGrace());
  }
}
