package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.ledger.RemovalTable;
import org.bora.backend.ledger.RemovalTable.Ordered;
import org.bora.backend.stage.drive.DriveUse;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An administrator keeps the copy of a file that is gone. */
@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class KeptCopyIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final AtomicReference<Consumer<TapeWork>> beforeRemoval = new AtomicReference<>(_ -> {});
  private TapeBench bench;
  private MigrationDesk desk;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    ToyTape tape = new ToyTape(directory.resolve("library"));
    TapeDriver watched =
        Intercepted.of(
            TapeDriver.class,
            tape,
            (method, arguments) -> {
              if (method.equals("remove")) {
                beforeRemoval.get().accept((TapeWork) arguments[0]);
              }
            });
    Path root = Files.createDirectory(directory.resolve("area"));
    bench = new TapeBench(schemas.migrated(), TapeBench.open(root), time, watched);
    desk = new MigrationDesk(bench.ground);
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  private UUID gone() throws Exception {
    UUID file = bench.stored("a", "hello");
    bench.migrateAll();
    bench.remove("a");
    bench.removals.round();
    time.pass(TapeBench.SETTINGS.removalGrace());
    return file;
  }

  private List<UUID> held() {
    return desk.removals(TapeBench.LIBRARY, true).stream().map(RemovalRow::file).toList();
  }

  @Test
  void aCopyThatWaitsStaysForGood() throws Exception {
    UUID file = gone();
    assertEquals(new Ordered(1, 0), desk.keep(file));
    time.pass(Duration.ofDays(400));
    assertEquals(0, bench.removals.round());
    assertEquals(List.of(file), held());
  }

  @Test
  void aCopyThatIsJustBeingRemovedIsNotReportedAsKept() throws Exception {
    UUID file = gone();
    AtomicReference<Ordered> told = new AtomicReference<>();
    beforeRemoval.set(_ -> told.set(desk.keep(file)));
    assertEquals(1, bench.removals.round(), "the tape system was quicker");
    assertEquals(new Ordered(1, 1), told.get());
    assertEquals(List.of(), held(), "nothing says that there is a copy which is not there");
  }

  @Test
  void aCopyThatTheTapeSystemHasNotBegunWithStays() throws Exception {
    UUID file = gone();
    beforeRemoval.set(
        work -> {
          desk.keep(file);
          while (!work.isUnwanted(file)) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
          }
        });
    assertEquals(
        0, new LibraryRemovals(TapeBench.LIBRARY, bench.ground, often(), bench.tasks).round());
    bench.tasks.settle();
    assertEquals(List.of(file), held());
    time.pass(Duration.ofDays(400));
    beforeRemoval.set(_ -> {});
    assertEquals(0, bench.removals.round());
    assertEquals(new Ordered(1, 0), desk.giveUp(file));
    assertEquals(0, bench.removals.round(), "from now on the grace counts");
    time.pass(TapeBench.SETTINGS.removalGrace());
    assertEquals(1, bench.removals.round());
  }

  @Test
  void aCopyKeptFromABatchThatDiedStaysAndItsNameIsFree() throws Exception {
    UUID file = gone();
    assertTrue(bench.ground.drives().take(TapeBench.LIBRARY, DriveUse.REMOVE).isPresent());
    RemovalRow row =
        new DueRemovals(bench.ground, TapeBench.SETTINGS)
            .claim(TapeBench.LIBRARY, UUID.randomUUID())
            .get(file);
    assertEquals(new Ordered(1, 1), desk.keep(file));
    time.pass(TapeBench.SETTINGS.lease());
    bench.removals.round();
    assertEquals(List.of(file), held());
    assertEquals(
        Set.of(),
        bench.site.transactions.run(
            sql ->
                new RemovalTable()
                    .lockLeaving(
                        sql, TapeBench.LIBRARY, List.of(row.location().object()), time.instant())));
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
