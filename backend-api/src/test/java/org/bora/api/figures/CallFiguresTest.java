package org.bora.api.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.bora.api.word.SrmStatus;
import org.junit.jupiter.api.Test;

class CallFiguresTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final AtomicLong nanos = new AtomicLong(SECOND);
  private final CallFigures calls =
      new CallFigures(Set.of("srmLs", "srmRm"), new CallerCounts(nanos::get), new LastErrors());
  private final CallWindow window = new CallWindow(calls, nanos::get);

  @Test
  void ratesAreThoseOfTheLastMinuteAndTotalsOfAllTime() {
    calls.of("srmLs").ended(CallResult.DONE, 1);
    pass(30);
    window.look();
    calls.of("srmLs").ended(CallResult.DONE, 1);
    calls.of("srmLs").ended(CallResult.DONE, 1);
    pass(40);
    CallWindow.Recent recent = window.look();
    assertEquals(
        List.of(new OperationCalls("srmLs", CallResult.DONE, 3, 2 / 40.0)), recent.operations());
    assertEquals(40, recent.overSeconds(), 1e-9);
  }

  @Test
  void anOperationThatDoesNotExistMakesNoNewFigures() {
    calls.of("srmMakeMeASeries").ended(CallResult.REFUSED, 1);
    calls.of("srmAndAnother").ended(CallResult.REFUSED, 1);
    assertEquals(Set.of("srmLs", "srmRm", CallFigures.UNREADABLE), calls.operations().keySet());
    assertEquals(2, calls.of(CallFigures.UNREADABLE).count(CallResult.REFUSED));
  }

  @Test
  void quantilesLieWithinTheirBuckets() {
    for (int call = 0; call < 98; call++) {
      calls.turls().record(Duration.ofMillis(7).toNanos());
    }
    calls.turls().record(Duration.ofSeconds(7).toNanos());
    calls.turls().record(Duration.ofHours(1).toNanos());
    TimeSpread spread = calls.turls().spread();
    assertEquals(100, spread.count());
    assertEquals(0.0075, spread.quantileSeconds(0.5), 0.0026);
    assertEquals(7.5, spread.quantileSeconds(0.99), 2.6);
    assertEquals(180, spread.quantileSeconds(1), 1e-9);
    assertEquals(0, TimeSpread.NONE.quantileSeconds(0.5));
  }

  @Test
  void aBoundBelongsToItsBucket() {
    calls.turls().record(Duration.ofMillis(1).toNanos());
    calls.turls().record(Duration.ofMillis(1).toNanos() + 1);
    List<Long> counts = calls.turls().spread().counts();
    assertEquals(1, counts.get(1));
    assertEquals(1, counts.get(2));
  }

  @Test
  void topCallersAreThoseOfTheLastWholeMinute() {
    for (int call = 0; call < 3; call++) {
      calls.callers().called("/CN=busy");
    }
    calls.callers().called("/CN=calm");
    assertEquals("/CN=busy", calls.callers().top(1).getFirst().dn());
    pass(61);
    calls.callers().called("/CN=late");
    assertEquals(
        List.of(new CallerCalls("/CN=busy", 3), new CallerCalls("/CN=calm", 1)),
        calls.callers().top(10));
    pass(61);
    assertEquals(List.of(new CallerCalls("/CN=late", 1)), calls.callers().top(10));
    pass(500);
    assertEquals(List.of(), calls.callers().top(10));
  }

  @Test
  void callersBeyondTheBoundAreCountedTogether() {
    for (int caller = 0; caller < CallerCounts.MOST + 50; caller++) {
      calls.callers().called("/CN=" + caller);
    }
    List<CallerCalls> all = calls.callers().top(10_000);
    assertEquals(CallerCounts.MOST + 1, all.size());
    assertEquals(new CallerCalls(CallerCounts.OTHERS, 50), all.getFirst());
  }

  @Test
  void manyRefusalsDoNotPushOutTheFaults() {
    calls.errors().add(error(CallResult.FAILED, "disk"));
    for (int call = 0; call < 100; call++) {
      calls.errors().add(error(CallResult.REFUSED, "no such file " + call));
    }
    List<CallError> last = calls.errors().list();
    assertEquals(LastErrors.MOST + 1, last.size());
    assertEquals("disk", last.getFirst().reason());
    assertEquals("no such file 99", last.get(1).reason());
  }

  @Test
  void whatIsKeptOfAnErrorIsBounded() {
    CallError long1 = error(CallResult.FAILED, "x".repeat(100_000));
    assertTrue(long1.reason().length() <= 200, "a client may send a lot");
  }

  @Test
  void everyStatusIsAResult() {
    assertEquals(CallResult.DONE, CallResult.of(SrmStatus.SUCCESS));
    assertEquals(CallResult.QUEUED, CallResult.of(SrmStatus.REQUEST_QUEUED));
    assertEquals(CallResult.REFUSED, CallResult.of(SrmStatus.INVALID_PATH));
    assertEquals(CallResult.FAILED, CallResult.of(SrmStatus.INTERNAL_ERROR));
    assertEquals(
        Set.of(CallResult.DONE, CallResult.QUEUED, CallResult.REFUSED, CallResult.FAILED),
        java.util.Arrays.stream(SrmStatus.values())
            .map(CallResult::of)
            .collect(Collectors.toSet()));
  }

  private static CallError error(CallResult result, String reason) {
    return new CallError(
        Instant.EPOCH,
        "srmLs",
        result,
        "SRM_FAILURE",
        reason,
        "t",
        Optional.empty(),
        "/CN=a",
        Optional.empty());
  }

  private void pass(int seconds) {
    nanos.addAndGet(seconds * SECOND);
  }
}
