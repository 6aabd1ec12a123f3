package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.get;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.bora.api.BackendFailure;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.put.PutReply;
import org.bora.api.put.PutRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.word.FileStorageType;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.SrmStatus;
import org.bora.backend.life.FileEnds;
import org.bora.backend.request.AcceptedPut;
import org.bora.backend.request.PutRow;
import org.bora.backend.request.PutState;
import org.bora.backend.request.PutTable;
import org.bora.backend.request.RequestToken;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** srmMv among deaths, delays, and calls of others at the same names (I1, I7). */
@Timeout(120)
abstract class MoveSuite extends MoveBench {
  private static final Duration LEASE = Duration.ofSeconds(10);

  @Test
  void aPutStoredAtTheSourceAfterTheRenameKeepsItsName() throws Exception {
    stored(other, "a", "old");
    SmallSite mover = with("rename", true, () -> stored(other, "a", "newer"));
    assertEquals(SrmStatus.SUCCESS, mv(mover, "a", "b"));
    assertExact(Map.of("a", "newer", "b", "old"));
  }

  @Test
  void aPutStoredBelowTheSourceAfterTheRenameOfItsDirectoryKeepsItsName() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "old");
    SmallSite mover =
        with(
            "rename",
            true,
            () -> {
              Files.createDirectory(root.resolve("d"));
              PutReply reply = begun(other, "d/a", "newer");
              assertThrows(BackendFailure.class, () -> done(other, reply, "d/a"), "it waits");
              other.putEnding.end(rows(other, reply), PutState.Event.ABORT, time.instant());
            });
    assertEquals(SrmStatus.SUCCESS, mv(mover, "d", "e"));
    assertExact(Map.of("e/a", "old"));
    stored(other, "d/a", "newer");
    assertExact(Map.of("e/a", "old", "d/a", "newer"));
  }

  private static List<AcceptedPut> rows(SmallSite at, PutReply reply) {
    var token = RequestToken.parse(reply.token().orElseThrow()).orElseThrow();
    return PutRow.open(
        at.transactions
            .read(sql -> new PutTable().find(sql, token, Set.of()))
            .orElseThrow()
            .files());
  }

  @Test
  void aFileThatADeadBackendHadPublishedMovesIntoTheBooks() throws Exception {
    PutReply reply = begun(other, "a", "hello");
    SmallSite mortal =
        with(
            "publishUpload",
            true,
            () -> {
              throw new Dead();
            });
    assertThrows(Dead.class, () -> done(mortal, reply, "a"));
    time.pass(Duration.ofMinutes(11)); // overdue, and not swept yet
    assertEquals(SrmStatus.SUCCESS, mv(other, "a", "b"));
    time.pass(Duration.ofDays(1));
    other.sweep.round();
    assertExact(Map.of("b", "hello"));
  }

  @Test
  void aFileBelowADirectoryThatADeadBackendHadPublishedMovesIntoTheBooks() throws Exception {
    Files.createDirectory(root.resolve("d"));
    PutReply reply = begun(other, "d/a", "hello");
    SmallSite mortal =
        with(
            "publishUpload",
            true,
            () -> {
              throw new Dead();
            });
    assertThrows(Dead.class, () -> done(mortal, reply, "d/a"));
    assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"));
    assertExact(Map.of("e/a", "hello"));
  }

  @Test
  void pinsWithoutATurlFollowTheirFilesAlsoWhereNothingLeavesTheDisk() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "a", "one");
    stored(other, "d/b", "two");
    GetReply asked =
        other.bringOnline.call(Catalogue.BRING_ONLINE, other.call(ALICE), get("a", "d/b"));
    assertEquals(SrmStatus.SUCCESS, mv(other, "a", "c"));
    assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"));
    List<SrmStatus> both = List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS);
    assertEquals(both, RecallBench.codes(asked));
    assertEquals(both, RecallBench.codes(brought(asked)));
    assertEquals(SrmStatus.SUCCESS, back("c", "a"));
    assertEquals(both, RecallBench.codes(brought(asked)));
  }

  private GetReply brought(GetReply asked) {
    return other.bringOnline.call(
        Catalogue.STATUS_OF_BRING_ONLINE,
        other.call(ALICE),
        new StatusRequest(asked.token().orElseThrow(), List.of()));
  }

  @Test
  void theNextCallFinishesWhatADeadBackendRenamed() throws Exception {
    stored(other, "a", "one");
    diesInMv(true, "a", "b");
    stored(other, "b", "overwritten");
    assertExact(Map.of("b", "overwritten"));
    stored(other, "a", "two");
    diesInMv(true, "a", "c");
    stored(other, "a", "three");
    assertExact(Map.of("a", "three", "b", "overwritten", "c", "two"));
  }

  @Test
  void whatADeadBackendRenamedIsOnStableStorageBeforeTheBooksFollow() throws Exception {
    stored(other, "a", "hello");
    diesInMv(true, "a", "b");
    SmallSite mortal =
        with(
            "syncName",
            true,
            () -> {
              throw new Dead();
            });
    time.pass(LEASE);
    assertThrows(Dead.class, mortal.sweep::round);
    assertEquals(1, one("SELECT COUNT(*) FROM name_move WHERE state = 'RUNNING'"));
    stored(other, "b", "overwritten");
    assertExact(Map.of("b", "overwritten"));
  }

  @Test
  void whatIsRenamedBackBeforeTheBooksAreToldStaysThere() throws Exception {
    stored(other, "a", "hello");
    SmallSite slow = with("rename", true, () -> assertEquals(SrmStatus.SUCCESS, back("b", "a")));
    assertEquals(SrmStatus.SUCCESS, mv(slow, "a", "b"), "it was renamed, before the other call");
    assertExact(Map.of("a", "hello"));
  }

  @Test
  void whatIsRenamedOnBeforeTheBooksAreToldStaysThere() throws Exception {
    stored(other, "a", "hello");
    SmallSite slow =
        with(
            "rename",
            true,
            () -> {
              assertEquals(SrmStatus.SUCCESS, back("b", "c"));
              stored(other, "a", "another");
              stored(other, "b", "yet another");
            });
    assertEquals(SrmStatus.SUCCESS, mv(slow, "a", "b"));
    assertExact(Map.of("a", "another", "b", "yet another", "c", "hello"));
  }

  @Test
  void aDirectoryThatIsRenamedBackBeforeTheBooksAreToldStaysThere() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "hello");
    SmallSite slow = with("rename", true, () -> assertEquals(SrmStatus.SUCCESS, back("e", "d")));
    assertEquals(SrmStatus.SUCCESS, mv(slow, "d", "e"));
    assertExact(Map.of("d/a", "hello"));
  }

  /** Another backend, after the time that the first one has for its rename. */
  private SrmStatus back(String from, String to) {
    time.pass(LEASE);
    return mv(other, from, to);
  }

  @Test
  void aRepeatedCallIsDoneWhereverItsFirstAttemptDied() throws Exception {
    for (boolean after : new boolean[] {false, true}) {
      stored(other, "a", "hello");
      diesInMv(after, "a", "b");
      time.pass(LEASE);
      assertEquals(SrmStatus.SUCCESS, mv(other, repeated(other, ALICE), "a", "b"), "" + after);
      assertExact(Map.of("b", "hello"));
      assertEquals(SrmStatus.SUCCESS, mv(other, "b", "b" + after));
      assertEquals(SrmStatus.SUCCESS, remove(other, "b" + after));
    }
  }

  @Test
  void aDirectoryThatIsMadeAnewBeforeTheMoveIsSettledTakesNothingOfTheOldOne() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "old");
    diesInMv(true, "d", "e");
    Files.createDirectory(root.resolve("d"));
    time.pass(LEASE);
    stored(other, "d/a", "newer");
    assertExact(Map.of("d/a", "newer", "e/a", "old"));
  }

  @Test
  void theSweepSettlesWhatADeadBackendLeftAndTheNamesAreFree() throws Exception {
    for (boolean after : new boolean[] {false, true}) {
      Files.createDirectory(root.resolve("d"));
      stored(other, "d/a", "hello");
      stored(other, "f", "file");
      diesInMv(after, "d", "e");
      diesInMv(after, "f", "g");
      time.pass(LEASE);
      other.sweep.round();
      assertEquals(0, one("SELECT COUNT(*) FROM name_move WHERE state = 'RUNNING'"));
      assertExact(
          after ? Map.of("e/a", "hello", "g", "file") : Map.of("d/a", "hello", "f", "file"));
      if (after) {
        stored(other, "f", "again");
      } else {
        assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"));
        assertEquals(SrmStatus.SUCCESS, mv(other, "f", "g"));
        assertExact(Map.of("e/a", "hello", "g", "file"));
        assertEquals(SrmStatus.SUCCESS, mv(other, "e", "e1"));
        assertEquals(SrmStatus.SUCCESS, remove(other, "g"));
        assertEquals(SrmStatus.SUCCESS, remove(other, "e1/a"));
      }
    }
    time.pass(Duration.ofDays(2));
    other.sweep.round();
    assertEquals(0, one("SELECT COUNT(*) FROM name_move"), "nothing is kept for ever");
  }

  @Test
  void aCallIsRecognisedWhenItIsRepeatedByItsCallerAlone() throws Exception {
    stored(other, "a", "hello");
    assertEquals(SrmStatus.SUCCESS, mv(other, "a", "b"));
    assertEquals(SrmStatus.SUCCESS, mv(other, repeated(other, ALICE), "a", "b"));
    assertEquals(SrmStatus.INVALID_PATH, mv(other, "a", "b"), "a new call");
    assertEquals(SrmStatus.INVALID_PATH, mv(other, repeated(other, BOB), "a", "b"));
    assertEquals(SrmStatus.INVALID_PATH, mv(other, repeated(other, ALICE), "a", "c"));
    Files.createDirectory(root.resolve("d"));
    assertEquals(SrmStatus.SUCCESS, mv(other, "b", "d"));
    assertEquals(SrmStatus.SUCCESS, mv(other, repeated(other, ALICE), "b", "d"), "moved into");
    assertExact(Map.of("d/b", "hello"));
  }

  @Test
  void aCallIsNotTakenForAnEarlierOneOfTheSameNames() throws Exception {
    stored(other, "a", "first");
    assertEquals(SrmStatus.SUCCESS, mv(other, "a", "b"));
    stored(other, "a", "second");
    assertEquals(SrmStatus.DUPLICATION_ERROR, mv(other, repeated(other, ALICE), "a", "b"));
    assertEquals(SrmStatus.SUCCESS, remove(other, "b"));
    assertEquals(SrmStatus.SUCCESS, mv(other, repeated(other, ALICE), "a", "b"));
    assertExact(Map.of("b", "second"));
  }

  @Test
  void aNameIsRenamedByOneAtATime() throws Exception {
    stored(other, "a", "hello");
    SmallSite mover =
        with(
            "rename",
            false,
            () -> assertThrows(BackendFailure.class, () -> mv(other, "a", "c"), "try again"));
    assertEquals(SrmStatus.SUCCESS, mv(mover, "a", "b"));
    assertExact(Map.of("b", "hello"));
  }

  @Test
  void whatOutlivesItsLeaseBeforeTheRenameRenamesNothingOfOthers() throws Exception {
    stored(other, "a", "hello");
    SmallSite mover =
        with(
            "rename",
            false,
            () -> {
              time.pass(LEASE);
              assertEquals(SrmStatus.SUCCESS, mv(other, "a", "c"));
              stored(other, "a", "newer");
            });
    assertEquals(SrmStatus.INVALID_PATH, mv(mover, "a", "b"));
    assertExact(Map.of("a", "newer", "c", "hello"));
  }

  @Test
  void whatIsRenamedAfterItsLeaseIsInTheBooksAllTheSame() throws Exception {
    stored(other, "a", "hello");
    SmallSite mover =
        with(
            "rename",
            false,
            () -> {
              time.pass(LEASE);
              other.sweep.round();
            });
    assertEquals(SrmStatus.SUCCESS, mv(mover, "a", "b"));
    assertExact(Map.of("b", "hello"));
  }

  /** Seed 609137103115 of the simulation at commit ddc6a8ba: its backend had died after it. */
  @Test
  void whatALateRenameHasCarriedOffIsRenamedBackByTheSweep() throws Exception {
    letGo("a", "b");
    stored(other, "a", "newer");
    Files.move(root.resolve("a"), root.resolve("b"));
    other.sweep.round();
    assertExact(Map.of("a", "newer"));
    assertEquals(0, one("SELECT COUNT(*) FROM name_move"));
  }

  @Test
  void butNotWhatAnotherMoveIsRenaming() throws Exception {
    letGo("a", "b");
    stored(other, "a", "newer");
    SmallSite slow = with("rename", true, other.sweep::round);
    assertEquals(SrmStatus.SUCCESS, mv(slow, "a", "b"));
    assertExact(Map.of("b", "newer"));
  }

  /** A backend died before it renamed a file, as far as can be seen; the names are free. */
  private void letGo(String from, String to) throws Exception {
    stored(other, from, "hello");
    diesInMv(false, from, to);
    time.pass(LEASE);
    other.sweep.round();
    assertEquals(1, one("SELECT COUNT(*) FROM name_move WHERE state = 'LOOSE'"));
  }

  @Test
  void aFileThatTookTheNameBeforeItsRemovalStays() throws Exception {
    stored(other, "a", "old");
    SmallSite remover =
        with(
            "removeEntries",
            false,
            () -> {
              assertEquals(SrmStatus.SUCCESS, mv(other, "a", "b"));
              stored(other, "a", "newer");
            });
    assertEquals(SrmStatus.INTERNAL_ERROR, remove(remover, "a"), "try again");
    assertExact(Map.of("a", "newer", "b", "old"));
  }

  @Test
  void aFileThatIsRenamedOutOfADirectoryThatIsBeingRemovedStaysInTheBooks() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "hello");
    SmallSite remover =
        with("removeEntries", false, () -> assertEquals(SrmStatus.SUCCESS, mv(other, "d/a", "b")));
    assertEquals(SrmStatus.SUCCESS, removeAll(remover, "d"));
    assertExact(Map.of("b", "hello"));
  }

  @Test
  void aFileThatIsRemovedWhileItsDirectoryIsRenamedLeavesTheBooks() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "hello");
    SmallSite remover =
        with("removeEntries", true, () -> assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e")));
    assertEquals(SrmStatus.SUCCESS, remove(remover, "d/a"));
    assertEquals(0, one("SELECT COUNT(*) FROM stored_file"));
    assertExact(Map.of());
  }

  @Test
  void aBackendThatDiesWhileAFileHasBothNamesLeavesItOne() throws Exception {
    stored(other, "a", "hello");
    SmallSite mortal =
        with(
            "rename",
            false,
            () -> {
              Files.createLink(root.resolve("b"), root.resolve("a"));
              throw new Dead();
            });
    assertThrows(Dead.class, () -> mv(mortal, "a", "b"));
    time.pass(LEASE);
    other.sweep.round();
    assertExact(Map.of("b", "hello"));
  }

  @Test
  void aPutThatIsOverdueHoldsNoDirectory() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "hello");
    begun(other, "d/u", "abandoned");
    time.pass(Duration.ofMinutes(11));
    assertEquals(SrmStatus.SUCCESS, mv(other, "d", "e"));
    assertEquals("hello", Files.readString(root.resolve("e/a")));
    assertEquals(1, one("SELECT COUNT(*) FROM stored_file WHERE path = 'e/a'"));
  }

  @Test
  void aDirectoryThatIsMovedBackAfterAnotherBackendSettledTheMoveIsInTheBooks() throws Exception {
    Files.createDirectory(root.resolve("d"));
    stored(other, "d/a", "hello");
    SmallSite slow =
        with(
            "rename",
            true,
            () -> {
              Files.createDirectory(root.resolve("d"));
              PutReply late = begun(other, "d/u", "late");
              String hidden = rows(other, late).getFirst().upload().hiddenName();
              Files.delete(root.resolve("d").resolve(hidden));
              Files.delete(root.resolve("d"));
              time.pass(LEASE);
              other.sweep.round();
            });
    assertEquals(SrmStatus.FILE_BUSY, mv(slow, "d", "e"));
    assertExact(Map.of("d/a", "hello"));
  }

  @Test
  void aFileThatIsRemovedBetweenRenameAndBooksIsNotInTheBooks() throws Exception {
    stored(other, "a", "hello");
    SmallSite mover =
        with("rename", true, () -> assertEquals(SrmStatus.SUCCESS, remove(other, "b")));
    assertEquals(SrmStatus.SUCCESS, mv(mover, "a", "b"));
    other.sweep.round();
    time.pass(Duration.ofDays(2));
    other.sweep.round();
    assertExact(Map.of());
  }

  @Test
  void aVolatileFileThatEndsWhileItIsRenamedStaysInTheBooksUntilItIsRemoved() throws Exception {
    PutRequest plain = SmallSite.put(OverwriteMode.NEVER, 5, "v");
    PutReply reply =
        other.puts.call(
            Catalogue.PREPARE_TO_PUT,
            other.call(ALICE),
            new PutRequest(
                plain.files(),
                "",
                plain.overwrite(),
                Optional.of(FileStorageType.VOLATILE),
                plain.totalRequestTime(),
                plain.pinLifetime(),
                OptionalInt.of(86_400),
                plain.spaceToken(),
                plain.retention(),
                plain.protocols()));
    SmallSite.write(reply.files().getFirst().turl().orElseThrow(), "hello");
    assertEquals(SrmStatus.SUCCESS, done(other, reply, "v"));
    SmallSite mover =
        with(
            "rename",
            true,
            () -> {
              time.pass(Duration.ofDays(1));
              assertEquals(0, endedFiles(), "it is at another name by now");
            });
    assertEquals(SrmStatus.SUCCESS, mv(mover, "v", "w"));
    assertExact(Map.of("w", "hello"));
    assertEquals(1, endedFiles());
    assertExact(Map.of());
  }

  private int endedFiles() {
    return new FileEnds(other.transactions, other.locator, other.books, other.tokens, 10)
        .sweep(time.instant());
  }
}
