package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.get.GetReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.testing.CutDatabase;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The database is away for a while, or the backend ends, and the tape system reads on. */
@ExtendWith(MariaDb.class)
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class RecallOutageIT {
  private static final Duration LEASE = Duration.ofMillis(600);

  /** Attempts of a piece of work before it is given up for this time. */
  private static final int ATTEMPTS = 12;

  private RecallBench bench;
  private CutDatabase database;
  private Backend other;
  private GetReply asked;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws Exception {
    DatabaseSettings settings = schemas.migrated();
    bench = new RecallBench(settings, directory, 1);
    database = new CutDatabase(settings);
    other = bench.backend();
    bench.onTape(other, "a");
    asked = bench.bringOnline(other, ALICE, "a");
  }

  @AfterEach
  void close() {
    bench.close();
    database.close();
  }

  @Test
  void aBatchKeepsItsDriveWhenTheDatabaseIsBack() throws Exception {
    AtomicReference<Long> renewed = new AtomicReference<>(0L);
    WatchedLibrary library =
        new WatchedLibrary(
            bench.library,
            (real, work) -> {
              database.cut();
              database.awaitRefused(ATTEMPTS);
              bench.time.pass(LEASE.dividedBy(2));
              database.join();
              for (int more = 1; renewed.get() <= bench.time.instant().toEpochMilli(); more++) {
                database.awaitServed(more);
                renewed.set(lease());
              }
              real.recall(work);
            });
    bench.backend(library, database.transactions(), LEASE).work();

    assertTrue(renewed.get() >= bench.time.instant().plus(LEASE.dividedBy(2)).toEpochMilli());
    assertEquals(SrmStatus.SUCCESS, bench.status(other, ALICE, asked).status().code());
    bench.assertBroughtBack(other, "a");
  }

  private long lease() {
    return other
        .parts()
        .transactions()
        .read(sql -> sql.sql("SELECT lease_ms FROM tape_drive").query(Long.class).single());
  }

  @Test
  void aBatchStopsWhenItsLeaseIsOverAndTheDatabaseIsStillAway() throws Exception {
    WatchedLibrary library =
        new WatchedLibrary(
            bench.library,
            (real, work) -> {
              database.cut();
              bench.time.pass(LEASE.plusMillis(1));
              database.awaitRefused(ATTEMPTS);
              while (!work.isUnwanted(work.files().getFirst().id())) {
                LockSupport.parkNanos(1_000_000);
              }
              database.join();
              real.recall(work);
            });
    Backend cut = bench.backend(library, database.transactions(), LEASE);
    cut.work();
    cut.engine().close();

    other.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(other, ALICE, asked).status().code());
    bench.assertBroughtBack(other, "a");
    assertEquals(10, bench.used(other));
  }

  @Test
  void aBackendThatStopsTellsItsTapeSystemAndWaitsForIt() throws Exception {
    CountDownLatch reads = new CountDownLatch(1);
    AtomicBoolean told = new AtomicBoolean();
    WatchedLibrary library =
        new WatchedLibrary(
            bench.library,
            (real, work) -> {
              reads.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                told.set(true);
                throw e;
              }
            });
    Backend stopping = bench.backend(library, database.transactions(), LEASE);
    stopping.engine().round();
    reads.await();

    stopping.engine().close();

    assertTrue(told.get());
    assertTrue(stopping.engine().awaitIdle(Duration.ZERO));
    bench.time.pass(LEASE.plusMillis(1));
    other.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(other, ALICE, asked).status().code());
    bench.assertBroughtBack(other, "a");
  }
}
