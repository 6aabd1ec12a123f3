package org.bora.backend.stage.migration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.bora.backend.ledger.MigrationTable;
import org.bora.backend.ledger.RemovalTable.Ordered;
import org.bora.backend.space.BookAudit;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.StoredFiles;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.TapeFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class MigrationIT {
  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private Path root;
  private ToyTape tape;
  private TapeBench bench;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) throws IOException {
    root = Files.createDirectory(directory.resolve("area"));
    tape = new ToyTape(directory.resolve("library"));
    bench = new TapeBench(schemas.migrated(), TapeBench.open(root), time, tape);
  }

  @AfterEach
  void close() {
    bench.close();
    bench.site.tree.close();
  }

  private StoredFile booked(UUID id) {
    return bench.site.transactions.read(sql -> new StoredFiles().find(sql, List.of(id))).getFirst();
  }

  @Test
  void aFewFilesWaitForOthersAndThenGoTogether() throws Exception {
    bench.stored("a", "hello");
    bench.migrate();
    assertFalse(bench.isOnTape("a"), "one small file is not worth a mount");
    UUID second = bench.stored("b", "world");
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
    assertTrue(bench.isOnTape("b"));
    assertTrue(booked(second).presence().onTape());
    assertEquals(0, bench.waiting());
    assertEquals(1, tape.batches());
  }

  @Test
  void aFileThatWaitsTooLongGoesAlone() throws Exception {
    bench.stored("a", "hello");
    bench.migrateAll();
    assertTrue(bench.isOnTape("a"));
  }

  @Test
  void whatADiskHasDamagedIsNotSealedOntoTape() throws Exception {
    bench.stored("a", "hello");
    FileTime written = Files.getLastModifiedTime(root.resolve("a"));
    try (RandomAccessFile file = new RandomAccessFile(root.resolve("a").toFile(), "rw")) {
      file.write('j');
    }
    Files.setLastModifiedTime(root.resolve("a"), written); // as bits flip: no time tells
    bench.migrateAll();
    assertFalse(bench.isOnTape("a"));
    assertEquals(0, tape.batches(), "the tape system has not even seen it");
    assertEquals(1, bench.waiting());
    assertTrue(bench.alarmed().getFirst().startsWith("damaged vo"), bench.alarmed().toString());
  }

  @Test
  void whatWasChangedPastBoraIsNotMigratedAndAnAdministratorHearsOfIt() throws Exception {
    bench.stored("a", "hello");
    Files.writeString(root.resolve("a"), "tampered");
    bench.migrateAll();
    assertFalse(bench.isOnTape("a"));
    assertTrue(bench.alarms.list().getFirst().text().contains("changed on disk"));
  }

  @Test
  void aFileOnTapeThatIsChangedPastBoraIsAnAlarmWithoutAScrubAndItsCopyGoesWithIt()
      throws Exception {
    UUID file = bench.stored("a", "hello");
    bench.migrateAll();
    assertTrue(booked(file).presence().onTape());
    Files.writeString(root.resolve("a"), "tampered");
    bench.site.sweep.round();
    assertFalse(booked(file).presence().onTape(), "the copy is of other bytes");
    bench.migrateAll();
    assertEquals(List.of("damaged vo"), bench.alarmed());
    assertTrue(bench.alarms.list().getFirst().text().contains("changed on disk"));
    assertEquals(List.of(), bench.toBeRemoved(), "it may be the only good one");
    bench.remove("a");
    assertEquals(List.of(file), bench.toBeRemoved().stream().map(row -> row.file()).toList());
  }

  @Test
  void aFileIsTriedForEverAndTheAlarmIsOverWhenItIsDone() throws Exception {
    bench.stored("a", "hello");
    tape.library().faults().breakDrive(0);
    bench.migrateAll();
    assertEquals(List.of(), bench.alarmed(), "once is no pattern");
    time.pass(Duration.ofMinutes(1));
    bench.migrate();
    bench.migrations.round();
    assertEquals(List.of("migration lib"), bench.alarmed());
    assertFalse(bench.isOnTape("a"));
    tape.library().faults().clear();
    time.pass(Duration.ofMinutes(2));
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
    bench.migrations.round();
    assertEquals(List.of(), bench.alarmed());
  }

  @Test
  void aFullLibraryIsAnAlarmUntilItTakesFilesAgain() throws Exception {
    bench.stored("a", "hello");
    tape.library().faults().fill();
    bench.migrateAll();
    assertEquals(List.of("tape-full lib"), bench.alarmed());
    tape.library().faults().unfill();
    time.pass(Duration.ofMinutes(1));
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
    assertEquals(List.of(), bench.alarmed());
  }

  @Test
  void aFileRemovedWhileItIsCopiedLeavesACopyToBeRemoved() throws Exception {
    bench.stored("a", "hello");
    tape.afterWriting(() -> bench.remove("a"));
    bench.migrateAll();
    assertEquals(0, bench.waiting());
    assertEquals(List.of("a"), bench.toBeRemoved().stream().map(row -> row.path()).toList());
  }

  @Test
  void aFileOverwrittenWhileItIsCopiedKeepsItsNewContentAndGetsItsOwnCopy() throws Exception {
    UUID old = bench.stored("a", "hello");
    tape.afterWriting(() -> bench.stored("a", "hello again"));
    bench.migrateAll();
    bench.migrateAll();
    assertEquals("hello again", Files.readString(root.resolve("a")));
    assertTrue(bench.isOnTape("a"));
    assertEquals(List.of(old), bench.toBeRemoved().stream().map(row -> row.file()).toList());
  }

  @Test
  void aFileRenamedWhileItIsCopiedIsCopiedAgainByItsNewName() throws Exception {
    bench.stored("a", "hello");
    tape.afterWriting(() -> bench.site.move("a", "b"));
    bench.migrateAll();
    assertFalse(bench.isOnTape("b"), "what was read by the old name may have been another file");
    time.pass(Duration.ofMinutes(1));
    bench.migrate();
    assertTrue(bench.isOnTape("b"));
    assertEquals(0, bench.waiting());
    assertEquals(List.of(), bench.toBeRemoved(), "the library had the copy and offered it again");
  }

  @Test
  void theCopyOfARemovedFileLeavesTheTapeAfterTheGrace() throws Exception {
    bench.stored("a", "hello");
    bench.migrateAll();
    TapeFile onTape = tape.known().getFirst();
    bench.remove("a");
    assertEquals(0, bench.removals.round(), "a mistake can be undone");
    time.pass(Duration.ofHours(23));
    assertEquals(0, bench.removals.round());
    assertEquals(1, tape.library().query(List.of(onTape)).size());
    time.pass(Duration.ofHours(1));
    assertEquals(1, bench.removals.round());
    assertEquals(Map.of(), tape.library().query(List.of(onTape)));
    assertEquals(List.of(), bench.toBeRemoved());
  }

  @Test
  void copiesOfFilesThatJustVanishedStayAndAnAdministratorDecides() throws Exception {
    UUID file = bench.stored("a", "hello");
    bench.migrateAll();
    Files.delete(root.resolve("a"));
    BookAudit audit =
        new BookAudit(
            bench.site.transactions,
            bench.site.locator,
            bench.site.books,
            FilesAtWork.NONE,
            Duration.ofDays(1));
    audit.run(time.instant());
    time.pass(Duration.ofDays(2));
    audit.run(time.instant());
    assertEquals(0, bench.removals.round());
    time.pass(Duration.ofDays(400));
    assertEquals(0, bench.removals.round());
    assertEquals(List.of("tape-held lib"), bench.alarmed());
    MigrationDesk desk = new MigrationDesk(bench.ground);
    assertEquals(1, desk.status().getFirst().held());
    assertEquals(new Ordered(1, 0), desk.giveUp(file));
    assertEquals(0, bench.removals.round(), "from now on the grace counts");
    assertEquals(List.of(), bench.alarmed());
    time.pass(Duration.ofDays(1));
    assertEquals(1, bench.removals.round());
  }

  @Test
  void theDeskTellsWhatFailsAndWhyAndTriesItAgain() throws Exception {
    bench.stored("a", "hello");
    tape.library().faults().breakDrive(0);
    bench.migrateAll();
    MigrationDesk desk = new MigrationDesk(bench.ground);
    MigrationStatus status = desk.status().getFirst();
    assertEquals(1, status.failing());
    assertEquals("/vo/a", status.worst().getFirst().sfn().orElseThrow());
    assertFalse(status.worst().getFirst().reason().isEmpty());
    tape.library().faults().clear();
    assertEquals(1, desk.retry(TapeBench.LIBRARY));
    bench.migrate();
    assertTrue(bench.isOnTape("a"));
  }

  @Test
  void filesOfRebuiltBooksAreFound() throws Exception {
    UUID file = bench.stored("a", "hello");
    bench.site.transactions.run(
        sql -> {
          new MigrationTable().delete(sql, List.of(file));
          return file;
        });
    assertEquals(0, bench.waiting());
    bench.migrateAll();
    assertTrue(bench.isOnTape("a"));
  }

  @Test
  void ofTwoBackendsOneMigrates() throws Exception {
    bench.stored("a", "hello");
    bench.stored("b", "world");
    try (TapeBench other = bench.another()) {
      bench.migrations.wake();
      other.migrations.wake();
      bench.tasks.settle();
      other.tasks.settle();
    }
    assertTrue(bench.isOnTape("a"));
    assertTrue(bench.isOnTape("b"));
    assertEquals(2, tape.written());
    assertEquals(List.of(), bench.toBeRemoved());
  }

  @Test
  void nothingIsForgottenByABackendThatIsStopped() throws Exception {
    bench.stored("a", "hello");
    try (TapeBench other = bench.another()) {
      time.pass(Duration.ofMinutes(30));
      tape.library().faults().hangMount("V00001");
      other.migrations.wake();
      tape.awaitBatch();
      other.migrations.close();
      other.tasks.settle();
    }
    tape.library().faults().clear();
    bench.migrate();
    assertTrue(bench.isOnTape("a"), "given back, nobody waits for a lease");
  }

  @Test
  void whereNothingWaitsNothingIsBegun() throws InterruptedException {
    bench.migrateAll();
    assertEquals(0, bench.waiting());
    assertEquals(0, tape.batches());
  }
}
