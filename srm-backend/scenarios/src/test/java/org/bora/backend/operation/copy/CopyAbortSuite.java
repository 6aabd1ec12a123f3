package org.bora.backend.operation.copy;

import static org.bora.backend.testing.SmallSite.ALICE;
import static org.bora.backend.testing.SmallSite.BOB;
import static org.bora.backend.testing.SmallSite.surl;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.bora.api.Catalogue;
import org.bora.api.copy.CopyReply;
import org.bora.api.request.AbortFilesRequest;
import org.bora.api.request.AbortRequest;
import org.bora.api.request.TokenRequest;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.Surl;
import org.junit.jupiter.api.Test;

/** Copies that are aborted, suspended, or wait too long, on whatever database a subclass names. */
abstract class CopyAbortSuite extends CopyBench {

  @Test
  void aCopyHoldsTheNameOfItsTargetUntilItIsAborted() {
    CopyReply begun = copy("a");
    awaitPut(begun);
    assertEquals(SrmStatus.FILE_BUSY, put("a").files().getFirst().status().code());
    assertEquals(
        SrmStatus.AUTHORIZATION_FAILURE,
        site.requests
            .call(
                Catalogue.ABORT_REQUEST,
                site.call(BOB),
                new AbortRequest(begun.token().orElseThrow()))
            .status()
            .code());
    ReturnStatus abort =
        site.requests
            .call(
                Catalogue.ABORT_REQUEST,
                site.call(ALICE),
                new AbortRequest(begun.token().orElseThrow()))
            .status();
    assertEquals(ReturnStatus.success(), abort);
    assertEquals(SrmStatus.ABORTED, status(begun).status().code());
    assertEquals(SrmStatus.ABORTED, status(begun).files().getFirst().status().code());
    assertEquals(
        SrmStatus.SPACE_AVAILABLE, put("a").files().getFirst().status().code(), "the name is free");
  }

  @Test
  void anAbortEndsTheWorkToo() {
    CopyReply first = copy("a");
    CopyReply second = copy("b");
    awaitPut(first);
    assertEquals(SrmStatus.REQUEST_QUEUED, status(second).status().code(), "one at a time");
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(first.token().orElseThrow()));
    copies.look();
    await(second, SrmStatus.REQUEST_INPROGRESS);
    CopyEnds.End told = awaitEnds(1);
    assertEquals(first.token(), Optional.of(told.request()));
    assertEquals(new Surl(server.url("a")), told.source());
    assertEquals(surl("a"), told.target());
    assertEquals(SrmStatus.ABORTED, told.status().code());
    assertEquals(Optional.of(ALICE), told.call().map(call -> call.caller().dn()));
  }

  @Test
  void whatIsAbortedBeforeItsTurnIsToldToo() {
    awaitPut(copy("a"));
    CopyReply second = copy("b");
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(second.token().orElseThrow()));
    copies.look();
    CopyEnds.End told = awaitEnds(1);
    assertEquals(surl("b"), told.target());
    assertEquals(SrmStatus.ABORTED, told.status().code());
    assertEquals(1, ended.size());
  }

  @Test
  void whoseTurnComesAfterTheAbortIsToldToo() throws IOException {
    awaitPut(copy("a"));
    CopyReply second = copy("b");
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(second.token().orElseThrow()));
    server.close(); // the first fails
    assertEquals(surl("b"), awaitEnds(2).target());
  }

  @Test
  void filesAreAbortedByTheirSourceOrTheirTarget() {
    CopyReply begun = copy("a", "b", "c");
    List<Surl> named = List.of(new Surl(server.url("b")), surl("c"), surl("d"));
    List<SrmStatus> told =
        site
            .requests
            .call(
                Catalogue.ABORT_FILES,
                site.call(ALICE),
                new AbortFilesRequest(begun.token().orElseThrow(), named))
            .files()
            .stream()
            .map(file -> file.status().code())
            .toList();
    assertEquals(List.of(SrmStatus.SUCCESS, SrmStatus.SUCCESS, SrmStatus.INVALID_PATH), told);
    List<SrmStatus> left =
        status(begun).files().stream().map(file -> file.status().code()).toList();
    assertEquals(List.of(SrmStatus.ABORTED, SrmStatus.ABORTED), left.subList(1, 3));
  }

  @Test
  void aSuspendedRequestBeginsNoFurtherFiles() {
    CopyReply first = copy("a");
    CopyReply second = copy("b");
    String token = second.token().orElseThrow();
    assertEquals(
        SrmStatus.SUCCESS,
        site.requests
            .call(Catalogue.SUSPEND_REQUEST, site.call(ALICE), new TokenRequest(token))
            .status()
            .code());
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(second).status().code());
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(second).files().getFirst().status().code());
    awaitPut(first);
    site.requests.call(
        Catalogue.ABORT_REQUEST, site.call(ALICE), new AbortRequest(first.token().orElseThrow()));
    copies.look();
    copies.look();
    assertEquals(SrmStatus.REQUEST_SUSPENDED, status(second).status().code());
    site.requests.call(Catalogue.RESUME_REQUEST, site.call(ALICE), new TokenRequest(token));
    copies.look();
    await(second, SrmStatus.REQUEST_INPROGRESS);
  }

  @Test
  void whatWaitsBeyondItsTimeFails() {
    copy("a");
    CopyReply waiting = copy("b");
    time.pass(Duration.ofHours(5));
    copies.look();
    // where the first copy had not begun it has ended too, and the other may have had its turn
    await(waiting, SrmStatus.REQUEST_TIMED_OUT);
    assertEquals(
        Errand.TIME_OVER, status(waiting).files().getFirst().status(), "4 h are the default");
  }
}
