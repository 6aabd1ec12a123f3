package org.bora.backend.bulkhead;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.bulkhead.FilesystemVisit.Length;
import org.bora.backend.database.BackendPresence;
import org.bora.backend.database.ConnectionShares;
import org.bora.backend.database.Database;
import org.bora.backend.database.Transactions;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.spi.StorageException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A backend hangs in a transaction, before it changes a filesystem under the locks of that
 * transaction: when it goes on the locks may be another backend's.
 */
@ExtendWith(MariaDb.class)
@Timeout(120)
class LeaseAtTheBulkheadIT {
  private static final Duration LONGER_THAN_A_LEASE = Duration.ofSeconds(3);

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger attempts = new AtomicInteger();
  private final AtomicInteger changes = new AtomicInteger();
  private final CountDownLatch awake = new CountDownLatch(1);
  private final ScheduledExecutorService process = Executors.newSingleThreadScheduledExecutor();
  private final ConnectionShares shares = new ConnectionShares(2);
  private final Bulkhead bulkhead =
      new Bulkhead("a", new BulkheadSettings(Duration.ofSeconds(10), 8), shares, () -> 0);

  private Database database;
  private BackendPresence presence;

  @BeforeEach
  void begin(Schemas schemas) {
    database = new Database(schemas.migrated());
    presence = BackendPresence.begin(database, "one", process, Runnable::run, nanos::get);
    while (sessions() == 0) { // until the pool has connections of its stay
      transactions(Duration.ZERO).run(sql -> sql.sql("SELECT 1").query(Long.class).single());
      LockSupport.parkNanos(5_000_000);
    }
  }

  @AfterEach
  void end() {
    awake.countDown();
    process.shutdownNow();
    presence.close();
    database.close();
  }

  private long sessions() {
    return transactions(Duration.ZERO)
        .read(sql -> sql.sql("SELECT COUNT(*) FROM backend_session").query(Long.class).single());
  }

  /**
   * @param between goes back on the clock before another attempt
   */
  private Transactions transactions(Duration between) {
    return new Transactions(database, _ -> nanos.addAndGet(-between.toNanos()), new Random(1));
  }

  /** No beat is begun any more, and none is under way. */
  private void hang() throws InterruptedException {
    CountDownLatch hanging = new CountDownLatch(1);
    process.execute(
        () -> {
          hanging.countDown();
          await();
        });
    assertTrue(hanging.await(1, TimeUnit.MINUTES));
    nanos.addAndGet(LONGER_THAN_A_LEASE.toNanos());
  }

  private void await() {
    try {
      awake.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Act {
    void on(Bulkhead bulkhead) throws StorageException;
  }

  /** Does something to the filesystem in a transaction, which hangs before it at first. */
  private void late(Act act) {
    transactions(LONGER_THAN_A_LEASE)
        .run(
            sql -> {
              lock(sql);
              try {
                if (attempts.incrementAndGet() == 1) {
                  hang();
                }
                act.on(bulkhead);
                return null;
              } catch (StorageException | InterruptedException e) {
                throw new AssertionError(e);
              }
            });
  }

  private static void lock(JdbcClient sql) {
    sql.sql("INSERT INTO sweep_turn (task, due_ms) VALUES ('one', 0)").update();
  }

  @Test
  void aChangeUnderLocksThatMayBeLostIsNotMadeButDoneAgain() {
    late(area -> area.order(Length.SHORT, changes::incrementAndGet));
    assertEquals(2, attempts.get());
    assertEquals(1, changes.get());
  }

  @Test
  void whatIsDoneWhetherItsCallerWaitsOrNotIsNotDoneUnderLostLocksEither() {
    late(area -> area.finish(Length.SHORT, changes::incrementAndGet));
    assertEquals(2, attempts.get());
    assertEquals(1, changes.get());
  }

  @Test
  void aQuestionNeedsNoLock() {
    late(area -> area.ask(Length.SHORT, changes::incrementAndGet));
    assertEquals(1, attempts.get());
    assertEquals(1, changes.get());
  }
}
