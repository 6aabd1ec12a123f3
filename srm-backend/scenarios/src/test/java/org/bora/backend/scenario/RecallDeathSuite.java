package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.request.AbortRequest;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.Schemas;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A backend dies while it brings files back, and another goes on when its hold on the drive is
 * over. An interrupt of the driver leaves what a death leaves: rows, hold and hidden files as they
 * are.
 */
abstract class RecallDeathSuite {
  private static final Duration LEASE = Duration.ofMinutes(1);

  private RecallBench bench;
  private Backend survivor;
  private List<UUID> ids;
  private GetReply asked;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws Exception {
    bench = new RecallBench(schemas.migrated(), directory, 1);
    survivor = bench.backend();
    ids = bench.onTape(survivor, "a", "b");
    asked = bench.bringOnline(survivor, ALICE, "a", "b");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  private void dies(WatchedLibrary.Event death) throws InterruptedException {
    Backend dead =
        bench.backend(new WatchedLibrary(bench.library, death), tree -> tree, RoomMaker.NONE);
    dead.work();
    dead.engine().close();
    assertEquals(
        SrmStatus.REQUEST_INPROGRESS, bench.status(survivor, ALICE, asked).status().code());
    survivor.work();
    assertEquals(2, bench.recalls(survivor), "as long as the hold lasts nobody else touches them");
    bench.time.pass(LEASE);
  }

  private void assertAllWell() throws IOException {
    assertEquals(SrmStatus.SUCCESS, bench.status(survivor, ALICE, asked).status().code());
    bench.assertBroughtBack(survivor, "a");
    bench.assertBroughtBack(survivor, "b");
    assertEquals(20, bench.used(survivor));
    assertEquals(0, bench.recalls(survivor));
    try (Stream<Path> left = Files.list(bench.root())) {
      assertEquals(
          List.of("a", "b"),
          left.map(path -> path.getFileName().toString()).sorted().toList(),
          "nothing hidden is left");
    }
  }

  @Test
  void beforeTheFirstByte() throws Exception {
    dies(
        (_, _) -> {
          throw new InterruptedException("killed");
        });
    survivor.work();
    assertAllWell();
  }

  @Test
  void withHalfOfAFileThere() throws Exception {
    dies(
        (_, work) -> {
          try {
            Files.writeString(Path.of(work.files().getFirst().path()), "half");
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
          throw new InterruptedException("killed");
        });
    survivor.work();
    assertAllWell();
  }

  @Test
  void withAllBytesThereAndNothingSaid() throws Exception {
    dies(
        (real, work) -> {
          real.recall(new Unheard(work));
          throw new InterruptedException("killed");
        });
    survivor.work();
    assertAllWell();
  }

  @Test
  void betweenTheFileAndItsCommit() throws Exception {
    dies(
        (real, work) -> {
          real.recall(new Unheard(work));
          throw new InterruptedException("killed");
        });
    putInPlace("a", ids.getFirst());
    survivor.work();
    assertAllWell();
  }

  /** The backend that died may not have synced the directory. */
  @Test
  void whatIsInPlaceIsOnStableStorageBeforeItIsTold() throws Exception {
    dies(
        (real, work) -> {
          real.recall(new Unheard(work));
          throw new InterruptedException("killed");
        });
    putInPlace("a", ids.getFirst());
    putInPlace("b", ids.getLast());
    List<String> calls = new CopyOnWriteArrayList<>();
    Backend heir =
        bench.backend(
            bench.library,
            tree ->
                Intercepted.of(
                    AreaTree.class,
                    tree,
                    (method, _) -> {
                      if (method.equals("syncName")) {
                        calls.add(method);
                      }
                    }),
            RoomMaker.NONE);
    heir.work();
    assertAllWell();
    assertEquals(List.of("syncName", "syncName"), calls);
  }

  @Test
  void andNobodyWaitsAnyMore() throws Exception {
    dies(
        (_, _) -> {
          throw new InterruptedException("killed");
        });
    survivor
        .site()
        .requests
        .call(
            Catalogue.ABORT_REQUEST,
            survivor.site().call(ALICE),
            new AbortRequest(asked.token().orElseThrow()));
    survivor.work();
    assertEquals(0, bench.recalls(survivor));
    assertEquals(0, bench.used(survivor), "the room that was taken is given back");
  }

  @Test
  void whoWasTakenForDeadChangesNothingWhenItComesBack() throws Exception {
    WatchedLibrary late =
        new WatchedLibrary(
            bench.library,
            (real, work) -> {
              bench.time.pass(LEASE.plusSeconds(1));
              survivor.work();
              real.recall(work);
            });
    Backend slow = bench.backend(late, tree -> tree, RoomMaker.NONE);

    slow.work();

    assertAllWell();
    assertFalse(slow.parts().alarms().list().stream().findAny().isPresent());
  }

  private void putInPlace(String name, UUID id) throws StorageException {
    survivor.site().tree.residences().finishRecall(survivor.site().place(name).path(), id);
  }

  /** A batch of whose reports nobody hears. */
  private record Unheard(TapeWork work) implements TapeWork {
    @Override
    public List<TapeFile> files() {
      return work.files();
    }

    @Override
    public void progress(UUID id, long bytes) {}

    @Override
    public void done(UUID id, TapeLocation location) {}

    @Override
    public void failed(UUID id, TapeTrouble trouble) {}

    @Override
    public boolean isUnwanted(UUID id) {
      return false;
    }
  }
}
