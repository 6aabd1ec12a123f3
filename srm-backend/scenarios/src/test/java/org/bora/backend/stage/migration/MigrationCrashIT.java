package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.spi.TapeTrouble;
import org.bora.storage.spi.TapeWork;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a backend leaves that dies at one step or another, and what the next makes of it. */
@ExtendWith(MariaDb.class)
class MigrationCrashIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private ToyTape tape;
  private TapeBench bench;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    Path root = Files.createDirectory(directory.resolve("area"));
    tape = new ToyTape(directory.resolve("library"));
    bench = new TapeBench(schemas.migrated(), TapeBench.open(root), time, tape);
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  /** The dead backend had claimed the file. */
  private void claimed(UUID file) {
    UUID batch = UUID.randomUUID();
    bench.site.transactions.run(
        sql -> {
          new MigrationTable()
              .claim(sql, List.of(file), batch, time.instant().plus(TapeBench.SETTINGS.lease()));
          return batch;
        });
  }

  /** Its tape system had written the copy. */
  private TapeLocation written(String name) throws StorageException, InterruptedException {
    EntryFacts facts = bench.site.tree.facts(bench.site.place(name).path());
    TapeFile file =
        new TapeFile(
            facts.id().orElseThrow(),
            "/vo/" + name,
            bench.site.tree.physicalPath(bench.site.place(name).path()),
            facts.size(),
            facts.adler32().orElseThrow(),
            Optional.empty());
    AtomicReference<TapeLocation> location = new AtomicReference<>();
    tape.library().migrate(new OneFile(file, location));
    return location.get();
  }

  private record OneFile(TapeFile file, AtomicReference<TapeLocation> location)
      implements TapeWork {
    @Override
    public List<TapeFile> files() {
      return List.of(file);
    }

    @Override
    public void progress(UUID id, long bytes) {}

    @Override
    public void done(UUID id, TapeLocation where) {
      location.set(where);
    }

    @Override
    public void failed(UUID id, TapeTrouble trouble) {
      throw new AssertionError(trouble.text());
    }

    @Override
    public boolean isUnwanted(UUID id) {
      return false;
    }
  }

  private void leaseEnds() throws InterruptedException {
    time.pass(TapeBench.SETTINGS.lease());
    bench.migrateAll();
  }

  @Test
  void whatADeadBackendHadClaimedIsAnothersWhenTheLeaseIsOver() throws Exception {
    time.pass(TapeBench.SETTINGS.policy().maxAge());
    claimed(bench.stored("a", "hello"));
    bench.migrate();
    assertFalse(bench.isOnTape("a"), "it may be alive");
    leaseEnds();
    assertTrue(bench.isOnTape("a"));
  }

  @Test
  void aCopyOfWhichNobodyHeardIsTakenInsteadOfASecond() throws Exception {
    claimed(bench.stored("a", "hello"));
    TapeLocation first = written("a");
    leaseEnds();
    assertEquals(
        first,
        bench
            .site
            .tree
            .facts(bench.site.place("a").path())
            .residency()
            .tape()
            .orElseThrow()
            .location());
    assertEquals(List.of(), bench.toBeRemoved());
  }

  @Test
  void aCopyThatOnlyTheFileKnowsOfCounts() throws Exception {
    UUID file = bench.stored("a", "hello");
    claimed(file);
    TapeLocation location = written("a");
    EntryFacts facts = bench.site.tree.facts(bench.site.place("a").path());
    bench
        .site
        .tree
        .residences()
        .noteTapeCopy(
            bench.site.place("a").path(),
            file,
            new TapeCopy(
                TapeBench.LIBRARY,
                location,
                facts.size(),
                facts.adler32().orElseThrow(),
                Optional.empty(),
                time.instant()));
    leaseEnds();
    assertEquals(0, bench.waiting());
    assertEquals(0, tape.batches(), "the tape system was not asked again");
    bench.remove("a");
    assertEquals(
        List.of(location), bench.toBeRemoved().stream().map(row -> row.location()).toList());
  }

  @Test
  void theCopyOfAFileThatWasRemovedAfterTheDeathIsFoundAndToBeRemoved() throws Exception {
    claimed(bench.stored("a", "hello"));
    TapeLocation location = written("a");
    bench.remove("a");
    leaseEnds();
    assertEquals(0, bench.waiting());
    assertEquals(
        List.of(location), bench.toBeRemoved().stream().map(row -> row.location()).toList());
  }

  @Test
  void aDeadRemovalIsRepeated() throws Exception {
    bench.stored("a", "hello");
    bench.migrateAll();
    bench.remove("a");
    bench.removals.round();
    time.pass(TapeBench.SETTINGS.removalGrace());
    tape.library().remove(new OneFile(tape.known().getFirst(), new AtomicReference<>()));
    assertEquals(1, bench.removals.round(), "to remove what is gone is done");
    assertEquals(List.of(), bench.toBeRemoved());
  }
}
