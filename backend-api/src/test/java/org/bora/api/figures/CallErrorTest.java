package org.bora.api.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CallErrorTest {
  private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

  private final LastErrors errors = new LastErrors();

  @Test
  void theSameAgainIsOneRowWithItsNumber() {
    errors.add(failed(0, "trace-no-1", "no database; quote trace-no-1", "/vo/f"));
    errors.add(failed(1, "trace-no-2", "disk full", "/vo/f"));
    errors.add(failed(2, "trace-no-3", "no database; quote trace-no-3", "/vo/f"));
    List<CallError> list = errors.list();
    assertEquals(2, list.size());
    CallError first = list.getFirst();
    assertEquals("no database; quote ID", first.reason());
    assertEquals("trace-no-3", first.trace(), "the last one is to be found in the logs");
    assertEquals(2, first.times());
    assertEquals(NOON, first.first());
    assertEquals(NOON.plusSeconds(2), first.at());
    assertEquals(1, list.getLast().times());
  }

  @Test
  void aClientThatAsksAgainAndAgainIsOneRowWithItsLastRequest() {
    for (int i = 0; i < 100; i++) {
      errors.add(
          new CallError(
              NOON.plusSeconds(i),
              "srmPrepareToGet",
              CallResult.REFUSED,
              "SRM_FAILURE",
              "no such file or directory",
              "trace-no-" + i,
              Optional.of("token-" + i),
              "/CN=a",
              Optional.of(new CallTarget("/vo/f", 0))));
    }
    assertEquals(1, errors.list().size());
    assertEquals(100, errors.list().getFirst().times());
    assertEquals(Optional.of("token-99"), errors.list().getFirst().token());
    assertEquals("trace-no-99", errors.list().getFirst().trace());
  }

  @Test
  void anotherFileIsAnotherRow() {
    errors.add(failed(0, "trace-no-1", "disk full", "/vo/f"));
    errors.add(failed(1, "trace-no-2", "disk full", "/vo/g"));
    assertEquals(
        List.of("/vo/g", "/vo/f"),
        errors.list().stream().map(one -> one.target().orElseThrow().surl()).toList());
  }

  @Test
  void howLongToWaitMakesNoOtherRow() {
    errors.add(failed(0, "trace-no-1", "the server is busy, retry in 7 s", "/vo/f"));
    errors.add(failed(1, "trace-no-2", "the server is busy, retry in 19 s", "/vo/f"));
    assertEquals(1, errors.list().size());
    assertEquals("the server is busy, retry in 19 s", errors.list().getFirst().reason());
  }

  @Test
  void repetitionsPushOutNothing() {
    errors.add(failed(0, "trace-no-1", "disk full", "/vo/other"));
    for (int i = 0; i < 100; i++) {
      errors.add(failed(i, "trace-no-2", "disk full", "/vo/f"));
    }
    assertEquals(2, errors.list().size());
    for (int i = 0; i < LastErrors.MOST; i++) {
      errors.add(failed(100 + i, "trace-no-3", "disk full", "/vo/" + i));
    }
    List<CallError> list = errors.list();
    assertEquals(LastErrors.MOST, list.size());
    assertEquals("/vo/0", list.getLast().target().orElseThrow().surl());
  }

  @Test
  void aShortIdentifierReplacesNothingInTheText() {
    assertEquals("it", failed(0, "t", "it", "/vo/f").reason());
    assertEquals("a?b", failed(0, "t", "a\nb", "/vo/f").reason());
  }

  @Test
  void theSiteCountsTheSameOfAllFrontendsTogetherAndNothingOfBackends() {
    CallError disk = failed(5, "trace-no-1", "disk full", "/vo/f");
    CallError before = failed(1, "trace-no-2", "disk full", "/vo/f");
    CallError refused =
        new CallError(
            NOON.plusSeconds(9),
            "srmRm",
            CallResult.REFUSED,
            "SRM_INVALID_PATH",
            "no such file",
            "trace-no-4",
            Optional.empty(),
            "/CN=a",
            Optional.empty());
    SiteErrors site =
        SiteErrors.of(
            new FleetFigures(
                NOON,
                List.of(
                    process(Origin.Kind.FRONTEND, List.of(before, refused)),
                    process(Origin.Kind.ALL_IN_ONE, List.of(disk)),
                    process(Origin.Kind.BACKEND, List.of(disk)))));
    assertEquals(2, site.errors().size(), "failures stand before refusals");
    CallError both = site.errors().getFirst();
    assertEquals(2, both.times());
    assertEquals("trace-no-1", both.trace());
    assertEquals(NOON.plusSeconds(1), both.first());
    assertEquals(refused, site.errors().getLast());
    assertNotEquals(disk, both);
  }

  @Test
  void refusalsOfTheSiteDoNotPushOutItsFailures() {
    List<CallError> many =
        IntStream.range(0, SiteErrors.MOST * 2)
            .mapToObj(i -> with(CallResult.REFUSED, 100 + i))
            .toList();
    SiteErrors site =
        SiteErrors.of(
            new FleetFigures(
                NOON,
                List.of(
                    process(Origin.Kind.FRONTEND, many),
                    process(
                        Origin.Kind.FRONTEND,
                        List.of(with(CallResult.FAILED, 1), with(CallResult.FAILED, 2))))));
    assertEquals(SiteErrors.MOST + 2, site.errors().size());
    assertEquals(NOON.plusSeconds(2), site.errors().get(0).at());
    assertEquals(NOON.plusSeconds(1), site.errors().get(1).at());
    assertEquals(NOON.plusSeconds(99 + SiteErrors.MOST * 2), site.errors().get(2).at());
  }

  private static CallError failed(int second, String trace, String reason, String file) {
    return new CallError(
        NOON.plusSeconds(second),
        "srmPutDone",
        CallResult.FAILED,
        "SRM_INTERNAL_ERROR",
        reason,
        trace,
        Optional.empty(),
        "/CN=a",
        Optional.of(new CallTarget(file, 0)));
  }

  private static CallError with(CallResult result, int second) {
    return new CallError(
        NOON.plusSeconds(second),
        "srmLs",
        result,
        "SRM_FAILURE",
        "of second " + second,
        "t",
        Optional.empty(),
        "/CN=a",
        Optional.empty());
  }

  private static ProcessFigures process(Origin.Kind kind, List<CallError> errors) {
    return new ProcessFigures(
        new Origin(kind, "p", "p:1", "0.1.0", NOON),
        NOON,
        60,
        List.of(),
        Latency.NONE,
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        errors,
        List.of(),
        Map.of(),
        List.of(),
        Optional.empty());
  }
}
