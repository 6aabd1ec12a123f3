package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.bora.api.Catalogue;
import org.bora.api.get.GetFileStatus;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.StatusRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.Call;
import org.bora.api.word.OverwriteMode;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.backend.scenario.RecallBench.Backend;
import org.bora.backend.space.Promise;
import org.bora.backend.space.RoomMaker;
import org.bora.backend.space.SpaceBooks;
import org.bora.backend.testing.Schemas;
import org.bora.backend.testing.SmallSite;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.TapeDriver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are on tape alone, and who wants them. */
abstract class RecallSuite {
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
  void whoWaitsIsPinnedWhenTheFileIsBack() throws Exception {
    bench.onTape(one, "a", "b");
    assertEquals(0, bench.used(one));

    GetReply asked = bench.bringOnline(one, ALICE, "a", "b");

    assertEquals(SrmStatus.REQUEST_QUEUED, asked.status().code());
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED, SrmStatus.REQUEST_QUEUED), RecallBench.codes(asked));
    assertTrue(asked.files().getFirst().estimatedWait().orElseThrow() >= 1);

    one.work();

    GetReply done = bench.status(one, ALICE, asked);
    assertEquals(SrmStatus.SUCCESS, done.status().code());
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS), RecallBench.codes(done));
    bench.assertBroughtBack(one, "a");
    bench.assertBroughtBack(one, "b");
    assertEquals(20, bench.used(one));
    assertEquals(0, bench.recalls(one));
  }

  @Test
  void nobodyIsKeptWaitingForWhatIsOnDisk() throws Exception {
    bench.onTape(one, "a");
    bench.bringOnline(one, ALICE, "a");
    one.work();

    GetReply again = bench.bringOnline(one, BOB, "a");

    assertEquals(SrmStatus.SUCCESS, again.status().code());
    assertEquals(0, bench.recalls(one));
  }

  @Test
  void aFileHasOneRecallHoweverManyAsk() throws Exception {
    bench.onTape(one, "a");
    GetReply alice = bench.bringOnline(one, ALICE, "a");
    GetReply bob = bench.bringOnline(one, BOB, "a");

    assertEquals(1, bench.recalls(one));
    one.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, alice).status().code());
    assertEquals(SrmStatus.SUCCESS, bench.status(one, BOB, bob).status().code());
  }

  @Test
  void whatNobodyWaitsForAnyMoreIsLeftOnTape() throws Exception {
    List<UUID> ids = bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    one.site()
        .requests
        .call(
            Catalogue.ABORT_REQUEST,
            one.site().call(ALICE),
            new AbortRequest(asked.token().orElseThrow()));

    one.work();

    assertEquals(SrmStatus.ABORTED, bench.status(one, ALICE, asked).status().code());
    assertEquals(0, bench.recalls(one));
    assertEquals(0, bench.used(one));
    assertTrue(!one.site().tree.facts(one.site().place("a").path()).residency().onDisk(), "" + ids);
  }

  @Test
  void aForgottenRequestIsGoneAndNothingIsRecalledForIt() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    TokenRequest token = new TokenRequest(asked.token().orElseThrow());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE, forget(one.site().call(BOB), token), "not his own");

    assertEquals(SrmStatus.SUCCESS, forget(one.site().call(ALICE), token));
    one.work();

    assertEquals(0, bench.recalls(one));
    assertEquals(0, bench.used(one));
    assertEquals(
        SrmStatus.INVALID_REQUEST, bench.status(one, ALICE, asked).status().code(), "unknown");
  }

  /** A backend that is killed before the commit has done nothing, and after it all. */
  @Test
  void aRepeatedForgettingSucceedsOnlyForABackendThatIsToldSo() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    TokenRequest token = new TokenRequest(asked.token().orElseThrow());
    assertEquals(SrmStatus.SUCCESS, forget(one.site().call(ALICE), token));

    assertEquals(SrmStatus.SUCCESS, forget(one.site().call(ALICE).again(), token));
    assertEquals(SrmStatus.INVALID_REQUEST, forget(one.site().call(ALICE), token));
  }

  @Test
  void othersWhoWaitForAFileKeepItsRecallWhenOneIsForgotten() throws Exception {
    bench.onTape(one, "a");
    GetReply alice = bench.bringOnline(one, ALICE, "a");
    GetReply bob = bench.bringOnline(one, BOB, "a");
    forget(one.site().call(ALICE), new TokenRequest(alice.token().orElseThrow()));

    one.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, BOB, bob).status().code());
  }

  private SrmStatus forget(Call call, TokenRequest token) {
    return one.site().requests.call(Catalogue.FORGET_REQUEST, call, token).status().code();
  }

  @Test
  void bitRotIsTriedAgainAndThenLost() throws Exception {
    List<UUID> ids = bench.onTape(one, "a");
    bench.library.faults().rot(ids.getFirst());
    GetReply asked = bench.bringOnline(one, ALICE, "a");

    one.work();
    assertEquals(
        List.of(SrmStatus.REQUEST_QUEUED), RecallBench.codes(bench.status(one, ALICE, asked)));
    assertEquals(0, bench.used(one), "no room is kept for what waits");
    bench.time.pass(Duration.ofMinutes(2));
    one.work();

    assertEquals(List.of(SrmStatus.FILE_LOST), RecallBench.codes(bench.status(one, ALICE, asked)));
    assertEquals(List.of(SrmStatus.FILE_LOST), RecallBench.codes(bench.bringOnline(one, BOB, "a")));
    assertEquals(1, one.parts().alarms().list().size());
    assertEquals(0, bench.used(one));
  }

  @Test
  void aDisabledVolumeIsWaitedForAndServedWhenItIsBack() throws Exception {
    bench.onTape(one, "a", "b");
    String volume = volume("a");
    bench.library.faults().disable(volume);
    GetReply asked = bench.bringOnline(one, ALICE, "a", "b");

    one.work();
    assertEquals(SrmStatus.REQUEST_QUEUED, bench.status(one, ALICE, asked).status().code());
    assertEquals(1, one.parts().alarms().list().size());

    bench.library.faults().enable(volume);
    bench.time.pass(Duration.ofMinutes(2));
    one.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
    assertEquals(List.of(), one.parts().alarms().list());
  }

  private String volume(String name) throws StorageException {
    return one.site()
        .tree
        .facts(one.site().place(name).path())
        .residency()
        .tape()
        .orElseThrow()
        .location()
        .volume();
  }

  /** Seed 233465123970 of the simulation at commit 668be6b2: the alarm stayed for ever. */
  @Test
  void theAlarmOfAVolumeEndsWithTheLastWhoWaitsForIt() throws Exception {
    bench.onTape(one, "a", "b");
    assertEquals(volume("a"), volume("b"));
    bench.library.faults().disable(volume("a"));
    GetReply alice = bench.bringOnline(one, ALICE, "a");
    GetReply bob = bench.bringOnline(one, BOB, "b");
    assertEquals(1, alarmsAfterATry());

    abort(ALICE, alice);
    assertEquals(1, alarmsAfterATry(), "bob waits");

    abort(BOB, bob);
    assertEquals(0, alarmsAfterATry());
  }

  @Test
  void theAlarmOfAVolumeEndsWhenItsFilesAreGivenUp() throws Exception {
    bench.onTape(one, "a");
    bench.library.faults().disable(volume("a"));
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    for (int tries = 1; tries < one.parts().settings().tries(); tries++) {
      assertEquals(1, alarmsAfterATry());
    }
    assertEquals(0, alarmsAfterATry());
    assertEquals(
        List.of(SrmStatus.FILE_UNAVAILABLE), RecallBench.codes(bench.status(one, ALICE, asked)));
  }

  private int alarmsAfterATry() throws InterruptedException {
    bench.time.pass(Duration.ofMinutes(5));
    one.work();
    one.parts().alarms().forgetWhatIsOver();
    return one.parts().alarms().list().size();
  }

  private void abort(String dn, GetReply asked) {
    one.site()
        .requests
        .call(
            Catalogue.ABORT_REQUEST,
            one.site().call(dn),
            new AbortRequest(asked.token().orElseThrow()));
  }

  @Test
  void aGetHasItsTurlWhenTheFileIsBack() throws Exception {
    bench.onTape(one, "a");
    GetReply asked =
        one.site().gets.call(Catalogue.PREPARE_TO_GET, one.site().call(ALICE), SmallSite.get("a"));
    assertEquals(SrmStatus.REQUEST_QUEUED, asked.status().code());
    assertTrue(asked.files().getFirst().turl().isEmpty());

    one.work();

    GetReply done =
        one.site()
            .gets
            .call(
                Catalogue.STATUS_OF_GET,
                one.site().call(ALICE),
                new StatusRequest(asked.token().orElseThrow(), List.of()));
    assertEquals(List.of(SrmStatus.FILE_PINNED), RecallBench.codes(done));
    assertEquals(
        RecallBench.content("a"),
        Files.readString(SmallSite.physical(done.files().getFirst().turl().orElseThrow())));
  }

  @Test
  void whatIsRemovedWhileItIsWaitedForIsNotWaitedForAnyMore() throws Exception {
    List<UUID> ids = bench.onTape(one, "a", "b");
    GetReply asked = bench.bringOnline(one, ALICE, "a", "b");
    one.site().tree.removeFile(one.site().place("a").path());
    one.site().removed(one.site().place("a"), Optional.of(ids.getFirst()));

    one.work();

    GetReply told = bench.status(one, ALICE, asked);
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.SUCCESS), RecallBench.codes(told));
    assertEquals("the file was removed or renamed", told.files().getFirst().status().explanation());
    assertEquals(0, bench.recalls(one));
    assertEquals(10, bench.used(one));
  }

  /** An end without an explanation is one that the client asked for. */
  @Test
  void whatItsCallerGivesUpIsNotExplained() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    abort(ALICE, asked);
    assertEquals(
        ReturnStatus.of(SrmStatus.ABORTED),
        bench.status(one, ALICE, asked).files().getFirst().status());
  }

  @Test
  void whoWaitsForAnotherNameOfARemovedFileIsToldThatItIsGone() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    Files.delete(bench.root().resolve("a"));

    one.work();

    assertEquals(
        List.of(SrmStatus.INVALID_PATH), RecallBench.codes(bench.status(one, ALICE, asked)));
    assertEquals(0, bench.recalls(one));
  }

  @Test
  void newContentIsThereAtOnceForWhoWaitedForTheOld() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    Instant written = bench.time.instant();
    bench.write(one, OverwriteMode.ALWAYS, "a");

    GetReply there = bench.status(one, ALICE, asked);
    assertEquals(List.of(SrmStatus.SUCCESS), RecallBench.codes(there));
    assertEquals(OptionalLong.of(10), there.files().getFirst().size());
    assertEquals(Optional.of(written), there.files().getFirst().ended());
    one.work();
    assertEquals(0, bench.recalls(one));
    assertEquals(10, bench.used(one));
  }

  @Test
  void whoseFileIsReplacedIsToldWhen() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    one.work();
    bench.time.pass(Duration.ofMinutes(5));
    Instant replaced = bench.time.instant();
    bench.write(one, OverwriteMode.ALWAYS, "a");
    bench.time.pass(Duration.ofMinutes(5));
    GetReply told = bench.status(one, ALICE, asked);
    assertEquals(
        ReturnStatus.of(SrmStatus.ABORTED, "the file was replaced"),
        told.files().getFirst().status());
    assertEquals(Optional.of(replaced), told.files().getFirst().ended());
  }

  @Test
  void theOrderOfAnAdministratorIsExplainedAndOnesOwnAbortIsNot() throws Exception {
    bench.onTape(one, "a");
    bench.write(one, OverwriteMode.NEVER, "b");
    AbortRequest order =
        AbortRequest.ordered(
            bench.bringOnline(one, ALICE, "a", "b").token().orElseThrow(), "admin", "for repair");
    AbortRequest own =
        new AbortRequest(bench.bringOnline(one, ALICE, "a", "b").token().orElseThrow());

    assertAborted(
        ReturnStatus.of(SrmStatus.ABORTED, "aborted by an administrator: for repair"), order);
    assertAborted(ReturnStatus.of(SrmStatus.ABORTED), own);
  }

  /** One file was waited for, the other one was pinned. */
  private void assertAborted(ReturnStatus told, AbortRequest abort) {
    SmallSite site = one.site();
    site.requests.call(Catalogue.ABORT_REQUEST, site.call(ALICE), abort);
    GetReply then =
        site.bringOnline.call(
            Catalogue.STATUS_OF_BRING_ONLINE,
            site.call(ALICE),
            new StatusRequest(abort.token(), List.of()));
    assertEquals(List.of(told, told), then.files().stream().map(GetFileStatus::status).toList());
  }

  @Test
  void aRenamedDirectoryTakesItsRecallsAlong() throws Exception {
    Files.createDirectory(bench.root().resolve("d"));
    bench.onTape(one, "d/a");
    GetReply asked = bench.bringOnline(one, ALICE, "d/a");
    one.site().move("d", "e");

    one.work();

    assertEquals(
        List.of(SrmStatus.INVALID_PATH),
        RecallBench.codes(bench.status(one, ALICE, asked)),
        "the name is gone");
    bench.assertBroughtBack(one, "e/a");
  }

  @Test
  void aSuspendedRequestWaitsUntilItIsResumed() throws Exception {
    bench.onTape(one, "a");
    GetReply asked = bench.bringOnline(one, ALICE, "a");
    String token = asked.token().orElseThrow();
    one.site()
        .requests
        .call(Catalogue.SUSPEND_REQUEST, one.site().call(ALICE), new TokenRequest(token));

    one.work();
    assertEquals(
        List.of(SrmStatus.REQUEST_SUSPENDED), RecallBench.codes(bench.status(one, ALICE, asked)));

    one.site()
        .requests
        .call(Catalogue.RESUME_REQUEST, one.site().call(ALICE), new TokenRequest(token));
    one.work();
    assertEquals(List.of(SrmStatus.SUCCESS), RecallBench.codes(bench.status(one, ALICE, asked)));
  }

  @Test
  void aDeferredStartIsFollowedByTheRecall() throws Exception {
    bench.onTape(one, "a");
    GetRequest plain = SmallSite.get("a");
    GetReply asked =
        one.site()
            .bringOnline
            .call(
                Catalogue.BRING_ONLINE,
                one.site().call(ALICE),
                new GetRequest(
                    plain.files(),
                    "",
                    OptionalInt.empty(),
                    OptionalInt.of(600),
                    OptionalInt.of(300),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    plain.protocols()));
    one.work();
    assertEquals(0, bench.recalls(one));

    bench.time.pass(Duration.ofSeconds(301));
    one.site().duePins.round();
    assertEquals(1, bench.recalls(one));
    one.work();
    assertEquals(List.of(SrmStatus.SUCCESS), RecallBench.codes(bench.status(one, ALICE, asked)));
  }

  @Test
  void whereThereIsNoRoomTheFileWaitsForIt() throws Exception {
    bench.onTape(one, "a", "b");
    long left = RecallBench.BUFFER - 15;
    UUID space = SpaceBooks.ownSpace(one.site().locator.area("vo").orElseThrow());
    Promise taken = one.site().books.promise(space, left);
    one.take(taken);
    GetReply asked = bench.bringOnline(one, ALICE, "a", "b");

    one.work();

    GetReply waiting = bench.status(one, ALICE, asked);
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.REQUEST_QUEUED), RecallBench.codes(waiting));
    assertEquals(
        "the file is on tape and waits for room on disk",
        waiting.files().get(1).status().explanation());
    one.giveBack(taken);
    bench.time.pass(Duration.ofMinutes(1));
    one.work();
    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
  }

  @Test
  void aDriveThatDiesInTheMiddleIsTriedAgain() throws Exception {
    bench.onTape(one, "a", "b", "c");
    bench.library.faults().breakDriveAfter(0, 1);
    bench.library.faults().breakDriveAfter(1, 1);
    GetReply asked = bench.bringOnline(one, ALICE, "a", "b", "c");
    one.work();
    GetReply waiting = bench.status(one, ALICE, asked);
    assertEquals(SrmStatus.REQUEST_INPROGRESS, waiting.status().code());
    assertEquals(10, bench.used(one));

    bench.library.faults().clear();
    bench.time.pass(Duration.ofMinutes(5));
    one.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
    assertEquals(30, bench.used(one));
  }

  @Test
  void twoBackendsShareTheWorkAndNothingIsReadTwice() throws Exception {
    WatchedLibrary watched = new WatchedLibrary(bench.library, TapeDriver::recall);
    Backend first = bench.backend(watched, tree -> tree, RoomMaker.NONE);
    Backend second = bench.backend(watched, tree -> tree, RoomMaker.NONE);
    String[] names = new String[40];
    for (int at = 0; at < names.length; at++) {
      names[at] = "f" + (10 + at);
    }
    List<UUID> ids = bench.onTape(one, names);
    GetReply asked = bench.bringOnline(one, ALICE, names);

    first.engine().round();
    second.engine().round();
    first.work();
    second.work();

    assertEquals(SrmStatus.SUCCESS, bench.status(one, ALICE, asked).status().code());
    assertEquals(ids.size(), watched.recalled.size());
    assertEquals(Set.copyOf(ids), Set.copyOf(watched.recalled));
  }
}
