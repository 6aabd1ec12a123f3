package org.bora.backend.scenario;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bora.api.Catalogue;
import org.bora.api.get.GetReply;
import org.bora.api.get.GetRequest;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.ReleaseRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.SrmStatus;
import org.bora.backend.pin.Pin;
import org.bora.backend.pin.PinTable;
import org.bora.backend.pin.WaitReason;
import org.bora.backend.testing.SmallSite;
import org.junit.jupiter.api.Test;

/** Requests whose files wait: for their time, or for being resumed. */
abstract class WaitingSuite extends RequestedFiles {
  /** A bringOnline that starts in {@code seconds}; its request may take an hour. */
  private static GetRequest later(int seconds, String... names) {
    return asked("", OptionalInt.of(seconds), names);
  }

  private SrmStatus suspend(String dn, String token) {
    return site.requests
        .call(Catalogue.SUSPEND_REQUEST, site.call(dn), new TokenRequest(token))
        .status()
        .code();
  }

  private SrmStatus resume(String dn, String token) {
    return site.requests
        .call(Catalogue.RESUME_REQUEST, site.call(dn), new TokenRequest(token))
        .status()
        .code();
  }

  @Test
  void aDeferredStartIsWaitedForAndThenPinnedByAnyBackend() {
    GetReply first = bring(later(300, "a", "missing"));
    assertEquals(SrmStatus.REQUEST_INPROGRESS, first.status().code());
    assertEquals(List.of(SrmStatus.REQUEST_QUEUED, SrmStatus.INVALID_PATH), files(first));
    assertEquals(OptionalInt.of(300), first.remainingDeferredStartTime());
    assertEquals(OptionalInt.of(300), first.files().getFirst().estimatedWait());
    site.time.pass(Duration.ofSeconds(299));
    assertEquals(0, site.duePins.round());
    assertEquals(OptionalInt.of(1), status(first).files().getFirst().estimatedWait());
    site.time.pass(Duration.ofSeconds(1));
    try (SmallSite other = new SmallSite(settings, site.tree, site.time)) {
      assertEquals(1, other.duePins.round());
    }
    assertEquals(0, site.duePins.round());
    GetReply pinned = status(first);
    assertEquals(SrmStatus.PARTIAL_SUCCESS, pinned.status().code());
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.INVALID_PATH), files(pinned));
    assertEquals(OptionalInt.of(600), pinned.files().getFirst().remainingPinTime());
    assertEquals(OptionalInt.empty(), pinned.remainingDeferredStartTime());
  }

  @Test
  void whatADeadBackendHadClaimedIsTakenWhenItsLeaseIsOver() {
    GetReply reply = bring(later(300, "a"));
    site.time.pass(Duration.ofMinutes(5));
    Instant now = site.time.instant();
    List<Pin> claimed =
        site.transactions.run(
            sql ->
                new PinTable()
                    .claimReady(
                        sql, WaitReason.DEFERRED_START, now, now.plus(Duration.ofMinutes(2)), 10));
    assertEquals(1, claimed.size());
    assertEquals(0, site.duePins.round());
    assertEquals(List.of(SrmStatus.REQUEST_QUEUED), files(status(reply)));
    site.time.pass(Duration.ofMinutes(2));
    assertEquals(1, site.duePins.round());
    assertEquals(List.of(SrmStatus.SUCCESS), files(status(reply)));
  }

  @Test
  void twoBackendsPinEachFileOnce() throws Exception {
    for (int i = 0; i < 20; i++) {
      bring(later(300, "a", "b", "c"));
    }
    site.time.pass(Duration.ofMinutes(5));
    try (SmallSite other = new SmallSite(settings, site.tree, site.time);
        ExecutorService threads = Executors.newFixedThreadPool(2)) {
      Future<Integer> one = threads.submit(site.duePins::round);
      Future<Integer> two = threads.submit(other.duePins::round);
      // What one of them is just claiming the other passes over.
      assertEquals(60, one.get() + two.get() + site.duePins.round());
    }
  }

  @Test
  void aFileThatHasGoneWhenItsTimeComesIsRefused() throws IOException {
    GetReply reply = bring(later(300, "a", "b"));
    Files.delete(root.resolve("a"));
    site.removed(site.place("a"), Optional.empty());
    Files.delete(root.resolve("b"));
    site.time.pass(Duration.ofMinutes(5));
    site.duePins.round();
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.INVALID_PATH), files(status(reply)));
  }

  @Test
  void whatStillWaitsWhenTheTotalTimeIsOverHasTimedOut() {
    GetReply reply = bring(later(3599, "a"));
    site.time.pass(Duration.ofHours(1));
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, status(reply).status().code());
    assertEquals(List.of(SrmStatus.FAILURE), files(status(reply)));
    assertEquals(SrmStatus.SUCCESS, abort(ALICE, reply.token().orElseThrow()));
    assertEquals(0, site.duePins.round());
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, status(reply).status().code());
    assertEquals(
        SrmStatus.REQUEST_TIMED_OUT,
        summaries(ALICE, reply.token().orElseThrow()).requests().getFirst().status().code());
  }

  @Test
  void aStartThatCannotBeIsRefused() {
    assertEquals(SrmStatus.INVALID_REQUEST, bring(later(-1, "a")).status().code());
    assertEquals(SrmStatus.INVALID_REQUEST, bring(later(3600, "a")).status().code());
    assertEquals(SrmStatus.SUCCESS, bring(later(0, "a")).status().code());
  }

  @Test
  void aSuspendedRequestRestsUntilItIsResumed() {
    GetReply reply = bring(later(300, "a"));
    String token = reply.token().orElseThrow();
    assertEquals(SrmStatus.SUCCESS, suspend(ALICE, token));
    assertEquals(SrmStatus.SUCCESS, suspend(ALICE, token));
    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, suspend(BOB, token));
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(reply).status().code());
    assertEquals(List.of(SrmStatus.REQUEST_SUSPENDED), files(status(reply)));
    assertNumbers(summaries(ALICE, token).requests().getFirst(), 0, 1, 0);
    site.time.pass(Duration.ofSeconds(400));
    assertEquals(0, site.duePins.round());
    assertEquals(SrmStatus.SUCCESS, resume(ALICE, token));
    assertEquals(1, site.duePins.round());
    assertEquals(SrmStatus.SUCCESS, status(reply).status().code());
    assertEquals(SrmStatus.FAILURE, suspend(ALICE, token), "it is finished");
    assertEquals(SrmStatus.FAILURE, resume(ALICE, token));
    assertEquals(SrmStatus.INVALID_REQUEST, suspend(ALICE, "nonsense"));
  }

  @Test
  void theTimesOfASuspendedRequestGoOn() {
    GetReply reply = bring(later(300, "a"));
    suspend(ALICE, reply.token().orElseThrow());
    site.time.pass(Duration.ofHours(1));
    assertEquals(SrmStatus.REQUEST_TIMED_OUT, status(reply).status().code());
    assertEquals(SrmStatus.FAILURE, resume(ALICE, reply.token().orElseThrow()));
  }

  @Test
  void waitingFilesAreGivenUpByAbortAndByRelease() {
    GetReply reply = bring(later(300, "a", "b", "c"));
    String token = reply.token().orElseThrow();
    assertEquals(
        List.of(SrmStatus.SUCCESS, SrmStatus.INVALID_PATH),
        site
            .requests
            .call(
                Catalogue.ABORT_FILES,
                site.call(ALICE),
                new AbortFilesRequest(token, List.of(surl("a"), surl("stranger"))))
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList());
    assertEquals(SrmStatus.REQUEST_INPROGRESS, status(reply).status().code());
    site.requests.call(
        Catalogue.RELEASE_FILES,
        site.call(ALICE),
        new ReleaseRequest(Optional.empty(), List.of(surl("b")), false));
    assertEquals(SrmStatus.SUCCESS, abort(ALICE, token));
    assertEquals(SrmStatus.SUCCESS, abort(ALICE, token));
    assertEquals(SrmStatus.ABORTED, status(reply).status().code());
    site.time.pass(Duration.ofMinutes(5));
    assertEquals(0, site.duePins.round());
    assertNumbers(summaries(ALICE, token).requests().getFirst(), 0, 0, 3);
  }
}
