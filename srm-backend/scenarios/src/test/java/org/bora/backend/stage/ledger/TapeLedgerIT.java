package org.bora.backend.ledger;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.put;
import static org.bora.backend.testing.SmallSite.surl;
import static org.bora.backend.testing.SmallSite.write;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.bora.api.Catalogue;
import org.bora.api.put.PartsDirectory;
import org.bora.api.put.PutDoneRequest;
import org.bora.api.put.PutReply;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.database.DatabaseSettings;
import org.bora.backend.locate.Keeping;
import org.bora.backend.locate.StorageClass;
import org.bora.backend.request.NameClaim;
import org.bora.backend.space.BookAudit;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.StoredFile;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.MariaDb;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.backend.testing.SteppedTime;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(MariaDb.class)
class TapeLedgerIT {
  private static final Keeping TAPE = new Keeping(StorageClass.D0T1, Optional.of("lib"));

  private final SteppedTime time = new SteppedTime(SmallSite.START);
  private final MigrationTable migrations = new MigrationTable();
  private final RemovalTable removals = new RemovalTable();
  private Path root;
  private DatabaseSettings settings;
  private SmallSite site;
  private TapeLedger ledger;

  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    site = new SmallSite(settings, SmallSite.open(root), time, TAPE);
    ledger = new TapeLedger(site.locator);
  }

  @AfterEach
  void close() {
    site.close();
    site.tree.close();
  }

  private UUID stored(String name, String content) throws StorageException {
    PutReply reply =
        site.puts.call(Catalogue.PREPARE_TO_PUT, site.call(ALICE), put(OverwriteMode.ALWAYS, name));
    write(reply.files().getFirst().turl().orElseThrow(), content);
    assertEquals(
        SrmStatus.SUCCESS,
        site.puts
            .call(
                Catalogue.PUT_DONE,
                site.call(ALICE),
                new PutDoneRequest(reply.token().orElseThrow(), List.of(surl(name))))
            .status()
            .code());
    return site.tree.facts(site.place(name).path()).id().orElseThrow();
  }

  private MigrationTable.Waiting waiting() {
    return site.transactions.read(sql -> migrations.waiting(sql, "lib", "vo", time.instant(), 9));
  }

  private void copied(UUID file, String object) {
    TapeCopy copy =
        new TapeCopy(
            "lib",
            new TapeLocation("V00001", 7, object),
            5,
            "062c0215",
            Optional.empty(),
            time.instant());
    site.transactions.run(
        sql -> {
          ledger.copied(sql, Map.of(file, copy));
          return copy;
        });
  }

  private List<String> toBeRemoved(boolean held) {
    return site.transactions.read(
        sql ->
            removals.list(sql, "lib", held, 9).stream()
                .map(row -> row.location().object() + " of " + row.path())
                .toList());
  }

  @Test
  void whatIsStoredWaitsForTapeFromTheSameCommitOn() throws StorageException {
    stored("a", "hello");
    stored("b", "hello, world");
    assertEquals(new MigrationTable.Waiting(2, 17, Optional.of(SmallSite.START)), waiting());
  }

  @Test
  void partsOfAnUploadWaitForNoTape() throws IOException {
    String parts = PartsDirectory.PREFIX + "0123456789abcdef".repeat(2);
    for (String directory : List.of(parts, "plain")) {
      Files.createDirectory(root.resolve(directory));
      stored(directory + "/" + PartsDirectory.RECORD, "");
      stored(directory + "/part-00001-0123abcd", "hello");
    }
    stored(parts + "/data", "of a client");
    assertEquals(new MigrationTable.Waiting(3, 16, Optional.of(SmallSite.START)), waiting());
  }

  @Test
  void aRemovedFileWaitsNoLonger() throws IOException {
    UUID file = stored("a", "hello");
    Files.delete(root.resolve("a"));
    site.removed(site.place("a"), Optional.of(file));
    assertEquals(0, waiting().files());
    assertEquals(List.of(), toBeRemoved(false));
  }

  @Test
  void aFileThatABatchHasIsMarkedWhenItIsRemoved() throws IOException {
    UUID file = stored("a", "hello");
    UUID batch = UUID.randomUUID();
    site.transactions.run(
        sql -> {
          migrations.claim(sql, List.of(file), batch, time.instant().plusSeconds(60));
          return batch;
        });
    Files.delete(root.resolve("a"));
    site.removed(site.place("a"), Optional.of(file));
    assertEquals(
        java.util.Set.of(file), site.transactions.read(sql -> migrations.unwanted(sql, batch)));
  }

  @Test
  void theCopyOfARemovedFileIsToBeRemoved() throws IOException {
    UUID file = stored("dir-a", "hello");
    copied(file, "obj-1");
    Files.delete(root.resolve("dir-a"));
    site.removed(site.place("dir-a"), Optional.of(file));
    assertEquals(List.of("obj-1 of dir-a"), toBeRemoved(false));
  }

  @Test
  void theCopyOfAFileThatADeadBackendRemovedIsToBeRemovedWhenItsRemovalIsRepeated()
      throws IOException {
    copied(stored("dir-a", "hello"), "obj-1");
    Files.delete(root.resolve("dir-a"));
    site.abandoned(site.place("dir-a"));
    assertEquals(List.of("obj-1 of dir-a"), toBeRemoved(false));
    assertEquals(List.of(), toBeRemoved(true));
  }

  @Test
  void theSameWhenItsDirectoryIsRemoved() throws IOException {
    Files.createDirectory(root.resolve("dir"));
    copied(stored("dir/a", "hello"), "obj-1");
    copied(stored("dir-b", "hello"), "obj-2");
    Files.delete(root.resolve("dir/a"));
    site.names.emptied(site.place("dir"));
    assertEquals(List.of("obj-1 of dir/a"), toBeRemoved(false));
  }

  @Test
  void aFileThatTakesTheNameOfARemovedOneStaysInTheBooks() throws IOException {
    UUID old = stored("a", "hello");
    Files.delete(root.resolve("a"));
    stored("a", "hello again");
    site.removed(site.place("a"), Optional.of(old));
    site.abandoned(site.place("a"));
    assertEquals(11, waiting().bytes());
  }

  @Test
  void theCopyOfAnOverwrittenFileIsToBeRemovedAndTheNewFileWaits() throws StorageException {
    copied(stored("a", "hello"), "obj-1");
    time.pass(Duration.ofSeconds(1));
    stored("a", "hello again");
    assertEquals(List.of("obj-1 of a"), toBeRemoved(false));
    assertEquals(11, waiting().bytes());
  }

  /** A rename that a backend did not live to write down: the old row tells of another file. */
  @Test
  void whatOnlyOldRowsTellOfIsLeftToTheAdministrator() throws IOException {
    copied(stored("a", "hello"), "obj-1");
    Files.move(root.resolve("a"), root.resolve("moved"));
    time.pass(Duration.ofSeconds(1));
    copied(stored("a", "second"), "obj-2");
    time.pass(Duration.ofSeconds(1));
    stored("a", "third");
    assertEquals(List.of("obj-2 of a"), toBeRemoved(false));
    assertEquals(List.of("obj-1 of a"), toBeRemoved(true));
  }

  @Test
  void theCopyOfAFileThatJustVanishedIsLeftToTheAdministrator() throws IOException {
    UUID file = stored("a", "hello");
    copied(file, "obj-1");
    Files.move(root.resolve("a"), root.resolve("b"));
    audit();
    time.pass(Duration.ofDays(1));
    audit();
    assertEquals(List.of("obj-1 of a"), toBeRemoved(true));
    copied(file, "obj-1");
    assertEquals(List.of(), toBeRemoved(true), "it has been found again");
  }

  private int audit() {
    return new BookAudit(
            site.transactions, site.locator, site.books, FilesAtWork.NONE, Duration.ofDays(1))
        .run(time.instant());
  }

  @Test
  void theGraceOfAMissingFileBeginsWhenItIsFirstMissedHoweverOldItIs() throws IOException {
    UUID file = stored("a", "hello");
    time.pass(Duration.ofDays(30));
    assertEquals(0, audit());
    Files.delete(root.resolve("a"));
    assertEquals(0, audit(), "the first look that misses it");
    assertEquals(1, waiting().files(), "it may be on its way to another name");
    time.pass(Duration.ofDays(1).minusMillis(1));
    assertEquals(0, audit());
    time.pass(Duration.ofMillis(1));
    assertEquals(1, audit());
    assertEquals(0, waiting().files());
    assertEquals(0, entered(file));
  }

  @Test
  void aFileThatIsBeingRenamedIsNotMissedHoweverLongThatTakes() throws Exception {
    UUID file = stored("a", "hello");
    NameClaim.Taken taken =
        (NameClaim.Taken)
            site.names.claim(site.place("a"), site.place("b"), false, site.call(ALICE).caller());
    site.tree.rename(site.place("a").path(), site.place("b").path());
    assertEquals(0, audit());
    time.pass(Duration.ofDays(2));
    assertEquals(0, audit());
    site.names.finish(site.place("a"), site.place("b"), taken, true);
    assertEquals(
        List.of(file),
        site.transactions.read(sql -> site.books.at(sql, "vo", site.place("b").path())).stream()
            .map(StoredFile::id)
            .toList());
    assertEquals(0, audit());
    time.pass(Duration.ofDays(2));
    assertEquals(0, audit());
    assertEquals(1, waiting().files(), "it is still to be written to tape");
  }

  @Test
  void aFileThatIsSeenAgainIsNotMissedAnyMore() throws IOException {
    stored("a", "hello");
    Files.move(root.resolve("a"), root.resolve("elsewhere"));
    assertEquals(0, audit());
    Files.move(root.resolve("elsewhere"), root.resolve("a"));
    time.pass(Duration.ofDays(2));
    assertEquals(0, audit());
    Files.move(root.resolve("a"), root.resolve("elsewhere"));
    time.pass(Duration.ofDays(2));
    assertEquals(0, audit(), "the grace begins anew");
    assertEquals(1, waiting().files());
  }

  @Test
  void aFileThatIsRenamedWhileTheBooksAreComparedIsNotTakenForVanished() throws Exception {
    UUID file = stored("a", "hello");
    copied(file, "obj-1");
    time.pass(Duration.ofDays(2));
    AtomicBoolean renamed = new AtomicBoolean();
    AreaTree tree =
        Intercepted.of(
            AreaTree.class,
            site.tree,
            (method, _) -> {
              if (method.equals("facts") && !renamed.getAndSet(true)) {
                site.move("a", "b");
              }
            });
    try (SmallSite auditor = new SmallSite(settings, tree, time, TAPE)) {
      int mended =
          new BookAudit(
                  auditor.transactions,
                  auditor.locator,
                  auditor.books,
                  FilesAtWork.NONE,
                  Duration.ofDays(1))
              .run(time.instant());
      assertEquals(0, mended);
    }
    assertEquals(List.of(), toBeRemoved(true));
    assertEquals(
        List.of(file),
        site.transactions.read(sql -> site.books.at(sql, "vo", site.place("b").path())).stream()
            .map(StoredFile::id)
            .toList());
  }

  @Test
  void filesThatNobodyEnteredAreFound() throws StorageException {
    UUID file = stored("a", "hello");
    site.transactions.run(
        sql -> {
          migrations.delete(sql, List.of(file));
          return file;
        });
    assertEquals(0, waiting().files());
    assertEquals(1, entered(file));
    assertEquals(1, waiting().files());
    assertEquals(0, entered(file), "it waits already");
    copied(file, "obj-1");
    site.transactions.run(
        sql -> {
          site.books.onTape(sql, List.of(file), true);
          return file;
        });
    assertEquals(0, entered(file), "who looked before it was on tape");
  }

  private int entered(UUID file) {
    return site.transactions.run(sql -> migrations.enter(sql, "lib", List.of(file)));
  }
}
