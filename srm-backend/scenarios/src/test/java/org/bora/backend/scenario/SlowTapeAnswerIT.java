package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.backend.database.Rows;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.TapeDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A tape system takes a minute to say where a file is. The filesystem is not to blame for that. */
@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class SlowTapeAnswerIT {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch answers = new CountDownLatch(1);

  private void hang(String method) {
    if (method.equals("query")) {
      asked.countDown();
      try {
        answers.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  void delaysNoOtherFileOfTheAreaAndNotItsOwnOnceItIsThere(Schemas schemas, @TempDir Path directory)
      throws Exception {
    try (RecallBench bench = new RecallBench(schemas.migrated(), directory, 1)) {
      RecallBench.Backend backend =
          bench.backend(
              Intercepted.of(TapeDriver.class, bench.library, (method, _) -> hang(method)),
              tree -> tree,
              RoomMaker.NONE);
      List<UUID> files = bench.onTape(backend, "a", "b");
      bench.bringOnline(backend, ALICE, "a");
      update(backend, "state = 'UNLOCATED', volume = ''", files.getFirst());
      backend.engine().round();
      assertTrue(asked.await(60, TimeUnit.SECONDS));

      bench.time.pass(Duration.ofMinutes(1));
      bench.bringOnline(backend, ALICE, "b");
      update(backend, "state = 'RUNNING', batch = REPEAT('x', 16)", files.getLast());
      awaitOnDisk(backend, "b");
      assertEquals(0, putOff(backend), "the area is not silent");

      answers.countDown();
      assertTrue(backend.engine().awaitIdle(RecallBench.PATIENCE));
      backend.work();
      bench.assertBroughtBack(backend, "a");
    } finally {
      answers.countDown();
    }
  }

  private static void update(RecallBench.Backend backend, String what, UUID file) {
    int rows =
        backend
            .site()
            .transactions
            .run(
                sql ->
                    sql.sql("UPDATE tape_recall SET " + what + " WHERE file_id = ?")
                        .param(Rows.bytes(file))
                        .update());
    assertEquals(1, rows);
  }

  private static void awaitOnDisk(RecallBench.Backend backend, String name) throws IOException {
    SmallSite site = backend.site();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    boolean there = false;
    while (!there && System.nanoTime() < end) {
      backend.engine().round();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      there = site.tree.facts(site.place(name).path()).residency().onDisk();
    }
    assertTrue(there, name);
  }

  /** Recalls that are left alone for a while. */
  private static long putOff(RecallBench.Backend backend) {
    return backend
        .site()
        .transactions
        .read(
            sql ->
                sql.sql("SELECT COUNT(*) FROM tape_recall WHERE due_ms > ?")
                    .param(backend.site().time.instant().toEpochMilli())
                    .query(Long.class)
                    .single());
  }
}
