package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.alarm.Alarms;
import org.bora.backend.stage.drive.Drives;
import org.bora.backend.testing.CutDatabase;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A tape system that names copies by their paths: a new file's copy takes the old one's place. */
@ExtendWith(MariaDb.class)
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class CopiesByNameIT {
  private static final String OBJECT = "/vo/a";

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private DatabaseSettings settings;
  private NamedTape tape;
  private TapeBench bench;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    settings = schemas.migrated();
    tape = new NamedTape();
    Path root = Files.createDirectory(directory.resolve("area"));
    bench = new TapeBench(settings, TapeBench.open(root), time, tape, TapeBench.afterTape());
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  /** A file that was removed; its copy may leave the tape now. */
  private UUID removed() throws Exception {
    UUID file = bench.stored("a", "old");
    bench.migrate();
    bench.remove("a");
    bench.removals.round();
    time.pass(TapeBench.SETTINGS.removalGrace());
    return file;
  }

  @Test
  void anOldCopyIsNotRemovedWhileTheNewOneIsWrittenInItsPlace() throws Exception {
    removed();
    UUID file = bench.stored("a", "new");
    tape.onceAfterWriting(() -> bench.removals.round());
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
    assertEquals(Map.of(OBJECT, file), tape.objects());
    time.pass(Duration.ofDays(1));
    bench.removals.round();
    assertEquals(Map.of(OBJECT, file), tape.objects(), "it has a living file's name");
    assertEquals(0, bench.toBeRemoved().size());
  }

  @Test
  void aCopyDoesNotCountThatWasWrittenWhileTheOldOneOfItsNameWasRemoved() throws Exception {
    removed();
    try (TapeBench other =
        new TapeBench(settings, bench.site.tree, time, tape, TapeBench.afterTape())) {
      tape.onceBeforeRemoving(
          () -> {
            other.stored("a", "new");
            other.migrate();
          });
      bench.removals.round();
    }
    assertEquals(Map.of(), tape.objects());
    assertFalse(bench.isOnTape("a"), "or it would be released, and lost");
    time.pass(TapeBench.SETTINGS.retryFirst());
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
    assertEquals(1, tape.objects().size());
  }

  @Test
  void aRemovalWhoseLeaseIsOverStopsThoughTheDatabaseIsAway() throws Exception {
    UUID file = removed();
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(0);
    try (CutDatabase database = new CutDatabase(settings)) {
      TapeLibraries libraries = new TapeLibraries(Map.of(TapeBench.LIBRARY, tape));
      MigrationGround ground =
          new MigrationGround(
              database.transactions(),
              bench.site.locator,
              bench.site.books,
              libraries,
              new Drives(
                  database.transactions(), libraries, bench.site.tokens, Duration.ofMinutes(1)),
              new Alarms(database.transactions(), bench.site.tokens),
              bench.site.tokens);
      tape.onceBeforeRemoving(
          () -> {
            database.cut();
            time.pass(TapeBench.SETTINGS.lease());
            while (!tape.isUnwanted(file)) {
              LockSupport.parkNanos(1_000_000);
            }
            database.join();
          });
      try (Removals removals = new Removals(ground, often(), timer, bench.tasks)) {
        assertEquals(0, removals.round());
      }
      bench.tasks.settle();
    } finally {
      timer.shutdownNow();
    }
    assertEquals(Map.of(OBJECT, file), tape.objects());
    time.pass(TapeBench.SETTINGS.lease());
    assertEquals(1, bench.removals.round());
    assertEquals(Map.of(), tape.objects());
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
