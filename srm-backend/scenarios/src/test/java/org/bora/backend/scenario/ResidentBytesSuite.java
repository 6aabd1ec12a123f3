package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.space.ChangeSpaceRequest;
import org.bora.api.word.SrmStatus;
import org.bora.backend.space.Shortage;
import org.bora.backend.space.StoredFile;
import org.bora.backend.space.Sums;
import org.bora.storage.spi.AreaPath;
import org.bora.storage.spi.EntryFacts;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeCopy;
import org.bora.storage.spi.TapeLocation;
import org.junit.jupiter.api.Test;

/** The books of files that leave the disk and come back: their bytes go and come with them. */
abstract class ResidentBytesSuite extends SpaceBench {

  private StoredFile file(String name) {
    return site.transactions
        .read(sql -> site.books.at(sql, "vo", site.place(name).path()))
        .getFirst();
  }

  private UUID id(String name) {
    return file(name).id();
  }

  private List<StoredFile> release(String... names) {
    return site.transactions.run(
        sql -> site.books.released(sql, List.of(names).stream().map(this::id).toList()));
  }

  private List<StoredFile> bringBack(String... names) {
    return site.transactions.run(
        sql -> site.books.returning(sql, List.of(names).stream().map(this::id).toList()));
  }

  @Test
  void aReleasedFileGivesItsBytesBackOnce() {
    stored(Optional.empty(), 300, "a");
    stored(Optional.empty(), 200, "b");
    assertEquals(1, release("a").size());
    assertEquals(0, release("a").size());
    assertEquals(new Sums(800, 0, 200, 2), own());
    assertFalse(file("a").presence().onDisk());
  }

  @Test
  void aReturningFileTakesItsBytesOnceAndBeforeItComes() {
    stored(Optional.empty(), 300, "a");
    release("a");
    assertEquals(1, bringBack("a").size());
    assertEquals(0, bringBack("a").size());
    assertEquals(new Sums(700, 0, 300, 1), own());
    assertTrue(file("a").presence().onDisk());
  }

  @Test
  void nothingReturnsWhereThereIsNoRoomForIt() {
    stored(Optional.empty(), 300, "a");
    release("a");
    stored(Optional.empty(), 800, "b");
    Shortage shortage = assertThrows(Shortage.class, () -> bringBack("a"));
    assertEquals(200, shortage.free());
    assertEquals(new Sums(200, 0, 800, 2), own());
    assertFalse(file("a").presence().onDisk());
  }

  @Test
  void theBytesOfOneFileComeFromAllSharesWhereOneHasTooLittle() {
    stored(Optional.empty(), 1000, "a");
    release("a");
    bringBack("a");
    assertEquals(new Sums(0, 0, 1000, 1), own());
  }

  @Test
  void aRemovedOrReplacedFileThatWasOnTapeAloneGivesNothingBack() {
    stored(Optional.empty(), 300, "a");
    stored(Optional.empty(), 200, "b");
    release("a", "b");
    site.transactions.run(
        sql -> {
          site.books.forget(sql, List.of(id("a")));
          return sql;
        });
    assertEquals(new Sums(1000, 0, 0, 1), own());
    stored(Optional.empty(), 100, "b");
    assertEquals(new Sums(900, 0, 100, 1), own());
  }

  @Test
  void aFileOnTapeAloneChangesItsSpaceWithoutTakingRoomThere() {
    String token = reserved(100);
    stored(Optional.empty(), 300, "a");
    release("a");
    SrmStatus changed =
        site.spaces
            .functions()
            .call(
                Catalogue.CHANGE_SPACE_FOR_FILES,
                site.call(ALICE),
                new ChangeSpaceRequest(List.of(surl("a")), token))
            .status()
            .code();
    assertEquals(SrmStatus.SUCCESS, changed);
    assertEquals(new Sums(100, 0, 0, 1), in(token));
    assertThrows(Shortage.class, () -> bringBack("a"));
    release(ALICE, token, true);
    assertEquals(new Sums(1000, 0, 0, 1), own());
  }

  @Test
  void whoTouchesFilesHearsWhichHaveLeftTheDisk() {
    stored(Optional.empty(), 300, "a");
    stored(Optional.empty(), 200, "b");
    release("a");
    time.pass(Duration.ofMinutes(5));
    Instant later = time.instant();
    List<UUID> both = List.of(id("a"), id("b"));
    assertEquals(
        Set.of(both.getFirst()),
        site.transactions.run(sql -> site.books.touched(sql, both, later)));
    site.transactions.run(sql -> site.books.touched(sql, both, later.minusSeconds(60)));
    assertEquals(later, file("b").presence().used());
  }

  @Test
  void theFactOfTheTapeCopyIsKeptAndForgotten() {
    stored(Optional.empty(), 300, "a");
    assertFalse(file("a").presence().onTape());
    noteTape("a", true);
    assertTrue(file("a").presence().onTape());
    noteTape("a", false);
    assertFalse(file("a").presence().onTape());
  }

  private void noteTape(String name, boolean is) {
    site.transactions.run(
        sql -> {
          site.books.onTape(sql, List.of(id(name)), is);
          return sql;
        });
  }

  @Test
  void theComparisonOfTheBooksCountsWhatIsOnDisk() throws StorageException {
    stored(Optional.empty(), 300, "a");
    stored(Optional.empty(), 200, "b");
    AreaPath path = site.place("a").path();
    site.tree.residences().noteTapeCopy(path, id("a"), copyOf(site.tree.facts(path)));
    site.tree.residences().release(path, id("a"));
    release("a");
    time.pass(Duration.ofDays(2));
    site.sweep.round();
    assertEquals(new Sums(800, 0, 200, 2), own());
  }

  private static TapeCopy copyOf(EntryFacts facts) {
    return new TapeCopy(
        "library",
        new TapeLocation("V00001", 1, "1"),
        facts.size(),
        facts.adler32().orElseThrow(),
        Optional.empty(),
        Instant.EPOCH);
  }
}
