package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.backend.ledger.RemovalRow;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.stage.TapeLibraries;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.ForgottenObjects;
import org.bora.backend.stage.rebuild.ForgottenObjects.Outcome;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeDriver.Kept;
import org.bora.storage.tape.virtual.LibraryStatistics.Volume;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a lost database leaves on the tapes is found, and nothing else is. */
@ExtendWith(MariaDb.class)
class ForgottenObjectsIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final AtomicBoolean unreadable = new AtomicBoolean();
  private Schemas schemas;
  private Path root;
  private ToyTape tape;
  private TapeBench bench;

  @BeforeEach
  void open(Schemas all, @TempDir Path directory) throws IOException {
    schemas = all;
    tape = new ToyTape(directory.resolve("library"));
    root = Files.createDirectory(directory.resolve("area"));
    bench = bench();
  }

  private TapeBench bench() throws IOException {
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            TapeBench.open(root),
            (method, arguments) -> {
              if (method.equals("list") && unreadable.get()) {
                throw new StorageException(Reason.IO, "the disk is broken");
              }
            });
    return new TapeBench(schemas.migrated(), tree, time, tape);
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  private ForgottenObjects search() {
    return new ForgottenObjects(
        bench.site.transactions, bench.site.locator, bench.ground.libraries());
  }

  private List<UUID> forgotten(boolean remove) {
    var found = assertInstanceOf(Outcome.Found.class, search().find(TapeBench.LIBRARY, remove));
    assertTrue(found.isAll());
    return found.objects().stream().map(Kept::file).toList();
  }

  private List<UUID> toBeRemoved() {
    return bench.toBeRemoved().stream().map(RemovalRow::file).toList();
  }

  /** A file that was removed, and one that lies on tape alone; then the database is lost. */
  private UUID lost() throws Exception {
    UUID removed = bench.stored("removed", "hello");
    UUID kept = bench.stored("kept", "world");
    bench.migrateAll();
    bench.site.tree.residences().release(bench.site.place("kept").path(), kept);
    bench.remove("removed");
    assertEquals(List.of(), forgotten(true), "it is to be removed already");
    bench.close();
    bench.site.tree.close();
    bench = bench();
    return removed;
  }

  private void rebuild() {
    new Rebuild(
            bench.site.transactions,
            bench.site.locator,
            bench.site.books,
            bench.site.tokens,
            FilesAtWork.NONE)
        .run(
            bench.site.locator.area("vo").orElseThrow(),
            new Rebuild.Order(false, Belief.SEALED),
            _ -> true);
  }

  @Test
  void theCopiesOfRemovedFilesAreFoundAndGoAfterTheGraceWhenThatIsOrdered() throws Exception {
    UUID removed = lost();
    rebuild();
    assertEquals(List.of(removed), forgotten(false));
    assertEquals(List.of(), toBeRemoved(), "to look orders nothing");

    assertEquals(List.of(removed), forgotten(true));
    assertEquals(List.of(removed), toBeRemoved());
    assertEquals(List.of(), forgotten(true), "it is ordered once");
    assertEquals(0, bench.removals.round(), "there is a grace");
    time.pass(TapeBench.SETTINGS.removalGrace());
    assertEquals(1, bench.removals.round());
    assertEquals(
        1, tape.library().statistics().volumes().stream().mapToLong(Volume::liveFiles).sum());
  }

  @Test
  void whatAFileSaysThatItHasIsNotForgottenAlsoWithoutARow() throws Exception {
    UUID removed = lost();
    assertEquals(List.of(removed), forgotten(false));
  }

  @Test
  void anObjectThatIsJustBeingWrittenIsNotForgotten() throws Exception {
    AtomicReference<List<UUID>> meanwhile = new AtomicReference<>();
    tape.afterWriting(() -> meanwhile.set(forgotten(true)));
    bench.stored("a", "hello");
    bench.migrateAll();
    assertEquals(List.of(), meanwhile.get());
    assertEquals(List.of(), forgotten(true));
  }

  @Test
  void nothingIsToldOrOrderedWhereAnAreaCannotBeRead() throws Exception {
    lost();
    unreadable.set(true);
    var unknown = assertInstanceOf(Outcome.Unknown.class, search().find(TapeBench.LIBRARY, true));
    assertTrue(unknown.reason().contains("area "), unknown.reason());
    assertEquals(List.of(), toBeRemoved());
  }

  @Test
  void aTapeSystemThatDoesNotListWhatItHasSaysSo() {
    var other =
        new ForgottenObjects(
            bench.site.transactions,
            bench.site.locator,
            new TapeLibraries(Map.of("named", new HungTape())));
    var unknown = assertInstanceOf(Outcome.Unknown.class, other.find("named", false));
    assertTrue(unknown.reason().contains("cannot list its files"), unknown.reason());
  }
}
