package org.bora.frontend.reply;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.api.BackendFailure;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.door.admit.Verdict;
import org.bora.door.audit.Attempt;
import org.junit.jupiter.api.Test;

class FailureRepliesTest {
  private static final Attempt ATTEMPT = new Attempt("srmLs", "t-1", "/CN=Alice");
  private final FailureReplies replies = new FailureReplies(System::nanoTime);

  @Test
  void aBanDoesNotTellItsPattern() {
    ReturnStatus status = replies.refused(ATTEMPT, new Verdict.Banned("/CN=A", "dn /CN=secret*"));

    assertEquals(SrmStatus.AUTHORIZATION_FAILURE, status.code());
    assertFalse(status.explanation().contains("secret"));
    assertTrue(status.explanation().contains("t-1"));
  }

  @Test
  void busyIsAnErrorThatClientsRepeat() {
    ReturnStatus all =
        replies.refused(
            ATTEMPT, new Verdict.Busy("/CN=A", Verdict.Full.SERVER, Duration.ofSeconds(9)));
    ReturnStatus own =
        replies.refused(
            ATTEMPT,
            new Verdict.Busy("/CN=A", Verdict.Full.CALLS_OF_CALLER, Duration.ofSeconds(9)));

    assertEquals(
        ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "the server is busy, retry in 9 s"), all);
    assertEquals(
        ReturnStatus.of(
            SrmStatus.INTERNAL_ERROR, "you have too many calls in progress, retry in 9 s"),
        own);
  }

  @Test
  void whoComesBeforeTheBansAreKnownComesAgain() {
    assertEquals(
        ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "the server is not ready yet, retry in 9 s"),
        replies.refused(ATTEMPT, new Verdict.NotReady("/CN=A", Duration.ofSeconds(9))));
  }

  @Test
  void unprovenAttributesAreExplained() {
    assertEquals(
        ReturnStatus.of(SrmStatus.AUTHENTICATION_FAILURE, "expired"),
        replies.refused(ATTEMPT, new Verdict.Unproven("/CN=A", "expired")));
  }

  @Test
  void onlyAPermanentFailureIsFatal() {
    assertEquals(SrmStatus.INTERNAL_ERROR, failed(BackendFailure.Kind.TRANSIENT));
    assertEquals(SrmStatus.INTERNAL_ERROR, failed(BackendFailure.Kind.TIMED_OUT));
    assertEquals(SrmStatus.FATAL_INTERNAL_ERROR, failed(BackendFailure.Kind.PERMANENT));
  }

  @Test
  void anUnexpectedFailureTellsOnlyTheTrace() {
    ReturnStatus status = replies.failed(ATTEMPT, new IllegalStateException("/gpfs/secret"));

    assertEquals(
        ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "an error inside the server; quote t-1"), status);
  }

  @Test
  void whatFailsForAllShowsOneStackInASecond() {
    AtomicLong nanos = new AtomicLong(7);
    FailureReplies counted = new FailureReplies(nanos::get);
    assertTrue(counted.mayShowStack());
    assertFalse(counted.mayShowStack());
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1) - 1);
    assertFalse(counted.mayShowStack());
    nanos.incrementAndGet();
    assertTrue(counted.mayShowStack());
    assertFalse(counted.mayShowStack());
  }

  private SrmStatus failed(BackendFailure.Kind kind) {
    return replies.failed(ATTEMPT, new BackendFailure(kind, "away", null)).code();
  }
}
