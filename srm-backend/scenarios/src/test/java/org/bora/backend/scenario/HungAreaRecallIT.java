package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.bora.api.Catalogue;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.Surl;
import org.bora.backend.locate.Location.Place;
import org.bora.backend.locate.StorageArea;
import org.bora.backend.space.Promise;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaTree;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two areas on one tape library, the files of both on one volume. The disk of {@code /vo} hangs;
 * files of {@code /shift} come from tape all the same.
 */
@ExtendWith(MariaDb.class)
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HungAreaRecallIT {
  private static final Duration LEASE = Duration.ofSeconds(3);
  private static final Surl VO = SmallSite.surl("vo", "a");
  private static final Surl SHIFT = SmallSite.surl("shift", "b");

  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);
  private final Queue<String> asked = new ConcurrentLinkedQueue<>();
  private volatile String hangsAt = "";
  private RecallBench bench;
  private RecallBench.Backend backend;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws Exception {
    bench = new RecallBench(schemas.migrated(), directory, 1);
  }

  @AfterEach
  void close() throws InterruptedException {
    end.countDown();
    assertTrue(backend.engine().awaitIdle(RecallBench.PATIENCE));
    bench.close();
  }

  private void hang() {
    hanging.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private AreaTree hanging(AreaTree real) {
    Intercepted.Before before =
        (method, _) -> {
          asked.add(method);
          if (method.equals(hangsAt)) {
            hang();
          }
        };
    return Intercepted.of(AreaTree.class, Intercepted.moves(real, before), before);
  }

  /** Both files are on tape alone, and are wanted. */
  private void wanted(RoomMaker room) throws Exception {
    backend = bench.twoAreas(LEASE, this::hanging, room);
    bench.write(backend, OverwriteMode.NEVER, List.of(VO, SHIFT));
    bench.toTape(backend, List.of(VO, SHIFT));
    SmallSite site = backend.site();
    site.bringOnline.call(
        Catalogue.BRING_ONLINE, site.call(ALICE), SmallSite.get(List.of(VO, SHIFT)));
    assertEquals(2, bench.recalls(backend));
  }

  private boolean isOnDisk(Surl surl) throws Exception {
    Place place = (Place) backend.site().locator.locate(surl);
    return place.area().tree().facts(place.path()).residency().onDisk();
  }

  private void awaitShift() throws Exception {
    backend.engine().round();
    hanging.await();
    while (!isOnDisk(SHIFT) || bench.recalls(backend) > 1) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
      backend.engine().round();
    }
  }

  private void voComesWhenItsDiskIsBack() throws Exception {
    hangsAt = "";
    end.countDown();
    assertTrue(backend.engine().awaitIdle(RecallBench.PATIENCE));
    bench.time.pass(Duration.ofMinutes(2)); // a file that was given back is left alone for a while
    backend.work();
    assertTrue(isOnDisk(VO));
    assertEquals(0, bench.recalls(backend));
  }

  @Test
  void whileItIsAskedWhereItsFilesAre() throws Exception {
    wanted(RoomMaker.NONE);
    SmallSite site = backend.site();
    site.transactions.run(
        sql -> {
          sql.sql("DELETE FROM tape_copy").update();
          return sql.sql("UPDATE tape_recall SET state = 'UNLOCATED', volume = '', object = ''")
              .update();
        });
    hangsAt = "facts";
    awaitShift();
    voComesWhenItsDiskIsBack();
  }

  @Test
  void whileItsFilesArePreparedForABatch() throws Exception {
    wanted(RoomMaker.NONE);
    hangsAt = "beginRecall";
    awaitShift();
    voComesWhenItsDiskIsBack();
    // meanwhile another batch may have begun under the same name
    assertFalse(asked.contains("discardRecall"), asked::toString);
  }

  @Test
  void whileItsFilesArePutInPlace() throws Exception {
    wanted(RoomMaker.NONE);
    hangsAt = "finishRecall";
    awaitShift();
    assertFalse(isOnDisk(VO));
    voComesWhenItsDiskIsBack();
  }

  @Test
  void whileAFileOfADeadBackendIsLookedAt() throws Exception {
    wanted(RoomMaker.NONE);
    backend
        .site()
        .transactions
        .run(
            sql ->
                sql.sql("UPDATE tape_recall SET state = 'RUNNING', batch = ? WHERE area = 'vo'")
                    .param(new byte[16])
                    .update());
    hangsAt = "facts";
    awaitShift();
    voComesWhenItsDiskIsBack();
  }

  @Test
  void whileRoomIsMadeForIt() throws Exception {
    wanted(this::makeRoom);
    StorageArea vo = backend.site().locator.area("vo").orElseThrow();
    Promise all = backend.site().books.promise(SpaceBooks.ownSpace(vo), RecallBench.BUFFER);
    backend.take(all);
    hangsAt = "makeRoom";
    awaitShift();
    backend.giveBack(all);
    voComesWhenItsDiskIsBack();
  }

  private Optional<String> makeRoom(StorageArea area, long bytes, Instant until) {
    if (hangsAt.equals("makeRoom")) {
      hang();
    }
    return Optional.of("the area is full");
  }
}
