package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.bora.api.get.GetReply;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.Rows;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.Promise;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.stage.drive.DriveState;
import org.bora.backend.testing.Followed;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tape systems that do not do their work, and areas without room. */
@ExtendWith(MariaDb.class)
class RecallTroubleIT {
  private RecallBench bench;
  private Backend one;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    bench = new RecallBench(schemas.migrated(), directory, 2);
    one = bench.backend();
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void whereThereIsNoRoomForOneTheOthersAreNotTriedOneByOne() throws Exception {
    String[] names = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
    bench.onTape(one, names);
    AtomicInteger asked = new AtomicInteger();
    Backend full =
        bench.backend(
            bench.library,
            tree -> tree,
            (area, bytes, until) -> {
              asked.incrementAndGet();
              return Optional.of("full");
            });
    Promise taken =
        one.site()
            .books
            .promise(
                SpaceBooks.ownSpace(one.site().locator.area("vo").orElseThrow()),
                RecallBench.BUFFER);
    one.take(taken);
    GetReply request = bench.bringOnline(one, ALICE, names);

    full.work();

    assertEquals(1, asked.get());
    assertTrue(
        RecallBench.codes(bench.status(one, ALICE, request)).stream()
            .allMatch(SrmStatus.REQUEST_QUEUED::equals));
    one.giveBack(taken);
    bench.time.pass(Duration.ofSeconds(15));
    full.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, request).status().code());
  }

  @Test
  void roomIsWaitedForNoLongerThanTheDriveIsHeld() throws Exception {
    bench.onTape(one, "a");
    Promise taken =
        one.site()
            .books
            .promise(
                SpaceBooks.ownSpace(one.site().locator.area("vo").orElseThrow()),
                RecallBench.BUFFER);
    one.take(taken);
    Duration lease = Duration.ofSeconds(5);
    List<Duration> waits = new ArrayList<>();
    Backend slow =
        bench.backend(
            lease,
            (area, bytes, until) -> {
              waits.add(Duration.between(bench.time.instant(), until));
              bench.time.pass(lease); // the filesystem hung
              one.giveBack(taken);
              return Optional.empty();
            });
    GetReply request = bench.bringOnline(one, ALICE, "a");

    slow.work();

    assertEquals(List.of(lease.dividedBy(2)), waits);
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, request).status().code());
  }

  @Test
  void aDriveIsKeptWhileTheFilesOfItsBatchAreMadeOnDisk() throws Exception {
    bench.onTape(one, "a");
    Duration lease = Duration.ofSeconds(5);
    AtomicReference<Backend> own = new AtomicReference<>();
    AtomicBoolean kept = new AtomicBoolean();
    Backend slow =
        bench.backend(
            lease,
            tree ->
                Intercepted.moves(
                    tree,
                    (method, _) -> {
                      if (method.equals("beginRecall")) {
                        bench.time.pass(lease.minusSeconds(1));
                        kept.set(isRenewed(own.get(), lease));
                      }
                    }));
    own.set(slow);
    GetReply request = bench.bringOnline(one, ALICE, "a");

    slow.work();

    assertTrue(kept.get(), "nobody takes its drive");
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, request).status().code());
  }

  /** Seed 217049130113 of the simulation at commit 670d4a17: two batches read one file. */
  @Test
  void aBatchWhoseLeaseWasOverDoesNotReadWhatAnotherOneHasTakenUp() throws Exception {
    bench.onTape(one, "a");
    WatchedLibrary watched = new WatchedLibrary(bench.library, TapeDriver::recall);
    Backend frozen =
        bench.backend(
            watched,
            tree ->
                Intercepted.with(
                    tree, Followed.of(Residences.class, tree.residences(), this::freeze)),
            RoomMaker.NONE);
    GetReply request = bench.bringOnline(one, ALICE, "a");

    frozen.work();

    assertEquals(List.of(), watched.recalled);
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, request).status().code());
    assertEquals(List.of(), heldDrives());
  }

  /** Stands still right after it has made a file for the bytes, and another backend goes on. */
  private void freeze(String method) throws InterruptedException {
    if (method.equals("beginRecall")) {
      bench.time.pass(one.parts().tape().drives().lease());
      one.work();
    }
  }

  private List<DriveState> heldDrives() {
    return one.parts().tape().drives().of(RecallBench.LIBRARY).stream()
        .filter(drive -> drive.hold().isPresent())
        .toList();
  }

  /** Whether within twice its lease the drive is held for a whole lease from now. */
  private boolean isRenewed(Backend backend, Duration lease) {
    long end = System.nanoTime() + lease.multipliedBy(2).toNanos();
    while (System.nanoTime() < end) {
      Instant whole = bench.time.instant().plus(lease);
      if (backend.parts().tape().drives().of(RecallBench.LIBRARY).stream()
          .flatMap(drive -> drive.hold().stream())
          .anyMatch(hold -> hold.lease().equals(whole))) {
        return true;
      }
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
    return false;
  }

  @Test
  void whatNeitherDiskNorTapeSystemCanTellNowIsNotTakenForLost() throws Exception {
    UUID file = bench.onTape(one, "a").getFirst();
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    one.site()
        .transactions
        .run(
            sql ->
                sql.sql(
                        "UPDATE tape_recall SET state = 'UNLOCATED', volume = '', object = ''"
                            + " WHERE file_id = ?")
                    .param(Rows.bytes(file))
                    .update());
    one.site()
        .transactions
        .run(
            sql ->
                sql.sql("DELETE FROM tape_copy WHERE file_id = ?")
                    .param(Rows.bytes(file))
                    .update());
    AtomicBoolean silent = new AtomicBoolean(true);
    Intercepted.Before refused =
        (method, _) -> {
          if (silent.get() && (method.equals("query") || method.equals("facts"))) {
            throw new StorageException(Reason.IO, "no answer");
          }
        };
    Backend blind =
        bench.backend(
            Intercepted.of(TapeDriver.class, bench.library, refused),
            tree -> Intercepted.of(AreaTree.class, tree, refused),
            RoomMaker.NONE);

    blind.work();

    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(bench.status(one, ALICE, asked)));
    silent.set(false);
    bench.time.pass(Duration.ofMinutes(1));
    blind.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
  }

  @Test
  void anAreaThatDoesNotAnswerCostsNoTries() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    AtomicBoolean silent = new AtomicBoolean(true);
    Backend waiting =
        bench.backend(
            bench.library,
            tree ->
                recallsBehind(
                    tree,
                    () -> {
                      if (silent.get()) {
                        throw new StorageException(Reason.SILENT, "not asked");
                      }
                    }),
            RoomMaker.NONE);
    for (int tries = 0; tries < 6; tries++) {
      waiting.work();
      bench.time.pass(Duration.ofMinutes(5));
    }
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(bench.status(one, ALICE, asked)));
    silent.set(false);
    waiting.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
  }

  @Test
  void whatCannotBeLookedAtIsNotTakenForGone() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    AtomicBoolean blind = new AtomicBoolean();
    AtomicBoolean once = new AtomicBoolean(true);
    Backend misled =
        bench.backend(
            bench.library,
            tree ->
                Intercepted.of(
                    AreaTree.class,
                    recallsBehind(
                        tree,
                        () -> {
                          if (once.getAndSet(false)) {
                            blind.set(true);
                            throw new StorageException(Reason.MISSING, "for a moment");
                          }
                        }),
                    (method, _) -> {
                      if (blind.get() && method.equals("facts")) {
                        throw new StorageException(Reason.IO, "no answer");
                      }
                    }),
            RoomMaker.NONE);
    misled.work();
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(bench.status(one, ALICE, asked)));
    blind.set(false);
    bench.time.pass(Duration.ofMinutes(5));
    misled.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
  }

  /** What a filesystem says before a recall is begun. */
  @FunctionalInterface
  private interface Obstacle {
    void check() throws StorageException;
  }

  private static AreaTree recallsBehind(AreaTree tree, Obstacle obstacle) {
    return Intercepted.moves(
        tree,
        (method, _) -> {
          if (method.equals("beginRecall")) {
            obstacle.check();
          }
        });
  }

  @Test
  void aTapeSystemThatBringsNothingHasFailedAndLostNothing() throws Exception {
    assertFailsWithoutLoss(
        work -> work.files().forEach(file -> work.done(file.id(), file.location().orElseThrow())));
  }

  @Test
  void aTapeSystemThatTakesTheTargetAwayHasFailedAndIsNotAskedForEver() throws Exception {
    assertFailsWithoutLoss(
        work -> {
          for (TapeFile file : work.files()) {
            assertTrue(Path.of(file.path()).toFile().delete());
            work.done(file.id(), file.location().orElseThrow());
          }
        });
  }

  private void assertFailsWithoutLoss(Consumer<TapeWork> recall) throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    WatchedLibrary liar = new WatchedLibrary(bench.library, (_, work) -> recall.accept(work));
    Backend misled = bench.backend(liar, tree -> tree, RoomMaker.NONE);
    for (int tries = 0; tries < 6; tries++) {
      misled.work();
      bench.time.pass(Duration.ofMinutes(5));
    }
    misled.engine().close();

    assertEquals(4, liar.recalled.size(), "as often as it is tried, and not again at once");
    assertEquals(List.of(SrmStatus.FAILURE), RecallBench.codes(bench.status(one, ALICE, asked)));
    assertEquals(0, bench.used(one));
    GetReply again = bench.bringOnline(one, BOB, "a");
    one.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(one, BOB, again).status().code());
  }
}
