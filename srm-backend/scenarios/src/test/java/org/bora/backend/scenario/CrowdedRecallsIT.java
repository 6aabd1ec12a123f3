package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Catalogue;
import org.bora.api.word.Surl;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.Promise;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Recalls that wait for room on disk leave drives to others. */
@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class CrowdedRecallsIT {
  private static final Duration LEASE = Duration.ofMinutes(2);
  private static final int DRIVES = 3;
  private static final List<Surl> FILES =
      List.of(SmallSite.surl("vo", "a"), SmallSite.surl("vo", "b"), SmallSite.surl("vo", "c"));

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  @Test
  void filesOfUnknownVolumesHoldOneDriveWhileRoomIsMadeForThem(
      Schemas schemas, @TempDir Path directory) throws Exception {
    try (RecallBench bench = new RecallBench(schemas.migrated(), directory, DRIVES)) {
      RecallBench.Backend backend = bench.backend(LEASE, this::makeRoom);
      SmallSite site = backend.site();
      bench.onTape(backend, "a", "b", "c");
      site.bringOnline.call(Catalogue.BRING_ONLINE, site.call(ALICE), SmallSite.get(FILES));
      site.transactions.run(sql -> sql.sql("UPDATE tape_recall SET volume = ''").update());
      StorageArea area = site.locator.area("vo").orElseThrow();
      Promise all = site.books.promise(SpaceBooks.ownSpace(area), RecallBench.BUFFER);
      backend.take(all);

      backend.engine().round();
      assertTrue(asked.await(60, TimeUnit.SECONDS));
      awaitOneAtWork(backend);
      Instant now = bench.time.instant();
      long busy =
          backend.parts().tape().drives().of(RecallBench.LIBRARY).stream()
              .filter(drive -> !drive.isFree(now))
              .count();
      assertEquals(1, busy);

      backend.giveBack(all);
      end.countDown();
      assertTrue(backend.engine().awaitIdle(RecallBench.PATIENCE));
      bench.time.pass(
          Duration.ofMinutes(10)); // those that found no room are left alone for a while
      backend.work();
      assertEquals(0, bench.recalls(backend));
    } finally {
      end.countDown();
    }
  }

  /** The round is over, and the patience for room, 10 s, is not: what is at work waits for room. */
  private static void awaitOneAtWork(RecallBench.Backend backend) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
    while (backend.engine().atWork() > 1 && System.nanoTime() < deadline) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
    assertEquals(1, backend.engine().atWork());
  }

  private Optional<String> makeRoom(StorageArea area, long bytes, Instant until) {
    asked.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }
}
