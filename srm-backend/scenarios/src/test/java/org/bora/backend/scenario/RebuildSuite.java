package org.bora.backend.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.bora.backend.ledger.TapeLedger;
import org.bora.backend.locate.Locator;
import org.bora.backend.space.FilesAtWork;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.Sums;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.bora.backend.stage.rebuild.Belief;
import org.bora.backend.stage.rebuild.Rebuild;
import org.bora.backend.stage.rebuild.RebuildCount;
import org.bora.backend.testing.Intercepted;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database that was lost is made again from the files. */
abstract class RebuildSuite extends BufferBench {

  private AreaTree tree;

  @Override
  @BeforeEach
  void open(Schemas schemas, @TempDir Path directory) {
    root = directory;
    settings = schemas.migrated();
    tree = SmallSite.open(root);
    site = new SmallSite(settings, tree, time, spaces(), BUFFERED);
    buffers = buffers(site, ReleaseOrder.LEAST_RECENTLY_USED, FilesAtWork.NONE);
  }

  @Override
  void migrated(int bytes, String name) {
    stored(bytes, name);
    try {
      EntryFacts facts = tree.facts(site.place(name).path());
      UUID id = facts.id().orElseThrow();
      TapeCopy copy =
          new TapeCopy(
              "lib",
              new TapeLocation("V1", 1, id.toString()),
              facts.size(),
              facts.adler32().orElseThrow(),
              Optional.empty(),
              time.instant());
      tree.residences().noteTapeCopy(site.place(name).path(), id, copy);
      site.transactions.run(
          sql -> {
            new TapeLedger(site.locator).copied(sql, Map.of(id, copy));
            site.books.onTape(sql, List.of(id), true);
            return sql;
          });
    } catch (StorageException e) {
      throw new UncheckedIOException(e);
    }
  }

  private RebuildCount rebuild(boolean dryRun) {
    return new Rebuild(site.transactions, site.locator, site.books, site.tokens, FilesAtWork.NONE)
        .run(area(), new Rebuild.Order(dryRun, Belief.SEALED), count -> true);
  }

  private void loseTheDatabase() {
    for (String table :
        List.of("tape_migration", "tape_copy", "stored_file", "space_share", "space", "request")) {
      site.transactions.run(sql -> sql.sql("DELETE FROM " + table).update());
    }
  }

  private List<StoredFile> rows() {
    List<StoredFile> rows = new ArrayList<>();
    for (String name : List.of("a", "b", "d/c")) {
      rows.addAll(site.transactions.read(sql -> site.books.at(sql, "vo", site.place(name).path())));
    }
    return rows;
  }

  private void fill() throws IOException {
    Files.createDirectory(root.resolve("d"));
    migrated(300, "a");
    stored(200, "b");
    migrated(400, "d/c");
    assertEquals(1, buffers.tend());
  }

  private long count(String table) {
    return site.transactions.read(
        sql -> sql.sql("SELECT COUNT(*) FROM " + table).query(Long.class).single());
  }

  @Test
  void aLostDatabaseLosesNoFile() throws IOException {
    fill();
    List<StoredFile> before = rows();
    Sums sums = own();
    loseTheDatabase();
    RebuildCount done = rebuild(false);
    assertEquals(3, done.entered());
    List<StoredFile> after = rows();
    assertEquals(before.size(), after.size());
    for (int at = 0; at < before.size(); at++) {
      StoredFile one = before.get(at);
      StoredFile other = after.get(at);
      assertEquals(
          List.of(one.id(), one.space(), one.path(), one.size(), one.storageType(), one.ends()),
          List.of(
              other.id(),
              other.space(),
              other.path(),
              other.size(),
              other.storageType(),
              other.ends()));
      assertEquals(one.presence().onDisk(), other.presence().onDisk());
      assertEquals(one.presence().onTape(), other.presence().onTape());
      assertTrue(other.owner().startsWith("uid "), other.owner());
    }
    assertEquals(sums, own());
    assertEquals(2, count("tape_copy"));
    assertEquals(1, count("tape_migration"));
  }

  @Test
  void whatIsRightAlreadyIsOnlyCompared() throws IOException {
    fill();
    loseTheDatabase();
    rebuild(false);
    Sums sums = own();
    RebuildCount again = rebuild(false);
    assertEquals(new RebuildCount(2, 3, 900, 0, 0, 0, 0, 0, 0), again);
    assertEquals(sums, own());
  }

  @Test
  void aDryRunWritesNothing() throws IOException {
    fill();
    loseTheDatabase();
    assertEquals(3, rebuild(true).entered());
    assertEquals(0, count("stored_file"));
    assertEquals(0, count("space"));
  }

  @Test
  void itStopsWhenItIsToldToAndIsContinuedByAnotherRun() throws IOException {
    fill();
    loseTheDatabase();
    new Rebuild(site.transactions, site.locator, site.books, site.tokens, FilesAtWork.NONE)
        .run(area(), new Rebuild.Order(false, Belief.SEALED), count -> false);
    rebuild(false);
    assertEquals(3, count("stored_file"));
    assertEquals(3, own().files());
  }

  @Test
  void howFarItIsIsToldUpToTheWhole() throws IOException {
    fill();
    List<Double> parts = new ArrayList<>();
    new Rebuild(site.transactions, site.locator, site.books, site.tokens, FilesAtWork.NONE)
        .run(
            area(),
            new Rebuild.Order(true, Belief.SEALED),
            soFar -> parts.add(soFar.part()) && soFar.count().files() > 0);
    assertEquals(1, parts.getLast(), 1e-9);
  }

  @Test
  void filesAreFoundWhereTheyAreNowAndOnDiskOrTapeAsTheySay() throws IOException {
    fill();
    long used = own().used();
    site.transactions.run(sql -> site.books.returning(sql, List.of(id("a"))));
    Files.move(root.resolve("b"), root.resolve("d/b"));
    RebuildCount dry = rebuild(true);
    RebuildCount done = rebuild(false);
    assertEquals(dry, done);
    assertEquals(2, done.corrected());
    assertEquals(
        1,
        site.transactions.read(sql -> site.books.at(sql, "vo", site.place("d/b").path())).size());
    assertEquals(used, own().used());
  }

  @Test
  void strangersAndCopiesAreCountedAndStayOutOfTheBooks() throws Exception {
    fill();
    Files.writeString(root.resolve("stranger"), "x");
    assertEquals(
        0,
        new ProcessBuilder(
                "cp", "-a", root.resolve("b").toString(), root.resolve("copy").toString())
            .start()
            .waitFor());
    RebuildCount done = rebuild(false);
    assertEquals(1, done.strangers());
    assertEquals(1, done.unsealed(), "the seal is for another inode, whoever owns the file");
    assertEquals(0, done.copies());
    assertEquals(3, count("stored_file"));
  }

  @Test
  void filesOfALostReservationComeToTheAreasOwnSpaceWithTheirLives() throws IOException {
    site.close();
    site = new SmallSite(settings, tree, time, spaces());
    stored(Optional.of(reserved(300)), 100, "a");
    loseTheDatabase();
    rebuild(false);
    assertEquals(new Sums(900, 0, 100, 1), own());
  }

  @Test
  void aPutThatIsBeingEndedEntersItsFileItself() throws IOException {
    stored(100, "a");
    site.transactions.run(
        sql -> {
          sql.sql("UPDATE put_file SET state = 'SPACE_AVAILABLE'").update();
          return sql.sql("DELETE FROM stored_file").update();
        });
    assertEquals(0, rebuild(false).entered());
    site.transactions.run(sql -> sql.sql("UPDATE put_file SET state = 'STORED'").update());
    assertEquals(1, rebuild(false).entered());
    assertEquals(new Sums(900, 0, 100, 1), own());
  }

  @Test
  void aNameIsOnStableStorageBeforeTheBooksGetIt() throws IOException {
    fill();
    loseTheDatabase();
    List<String> synced = new ArrayList<>();
    AreaTree counted =
        Intercepted.of(
            AreaTree.class,
            tree,
            (method, arguments) -> {
              if (method.equals("syncName")) {
                AreaPath directory = ((AreaPath) arguments[0]).parent().orElseThrow();
                synced.add(directory.toString());
                if (synced.equals(List.of("", "d"))) {
                  throw new StorageException(Reason.IO, "the disk has a bad day");
                }
              }
            });
    try (SmallSite other = new SmallSite(settings, counted, time, spaces(), BUFFERED)) {
      RebuildCount first = rebuild(other);
      assertEquals(List.of(2L, 1L), List.of(first.entered(), first.unreadable()));
      assertEquals(List.of("", "d"), synced, "each directory once");
      assertEquals(1, rebuild(other).entered());
      assertEquals(List.of("", "d", "d"), synced, "what the books have is not looked at");
      assertEquals(0, rebuild(other).entered());
      assertEquals(3, synced.size());
    }
    assertEquals(3, own().files());
  }

  private static RebuildCount rebuild(SmallSite at) {
    return new Rebuild(at.transactions, at.locator, at.books, at.tokens, FilesAtWork.NONE)
        .run(at.place("x").area(), new Rebuild.Order(false, Belief.SEALED), count -> true);
  }

  /** Seed 98643826 of the simulation at commit 2147ee30: a space had less room than it should. */
  @Test
  void aFileThatIsRemovedDuringTheWalkDoesNotComeBackIntoTheBooks() throws IOException {
    fill();
    UUID b = file("b").id();
    Locator walked =
        (Locator)
            Proxy.newProxyInstance(
                Locator.class.getClassLoader(),
                new Class<?>[] {Locator.class},
                (proxy, method, arguments) -> {
                  // the walk has been in the root, and has entered nothing yet
                  if (method.getName().equals("namesBelow") && arguments[0].equals("/vo/d")) {
                    Files.delete(root.resolve("b"));
                    site.transactions.run(
                        sql -> {
                          site.books.forget(sql, List.of(b));
                          return b;
                        });
                  }
                  return method.invoke(site.locator, arguments);
                });
    RebuildCount done =
        new Rebuild(site.transactions, walked, site.books, site.tokens, FilesAtWork.NONE)
            .run(area(), new Rebuild.Order(false, Belief.SEALED), count -> true);
    assertEquals(0, done.entered());
    assertEquals(List.of("a", "d/c"), rows().stream().map(row -> row.path().toString()).toList());
    assertEquals(2, own().files());
  }
}
