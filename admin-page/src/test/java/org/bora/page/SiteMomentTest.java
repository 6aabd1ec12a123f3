package org.bora.page;

import static org.bora.page.Figures.NOON;
import static org.bora.page.Figures.process;
import static org.bora.page.Figures.turn;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.bora.api.figures.CallResult;
import org.bora.api.figures.FleetFigures;
import org.bora.api.figures.Latency;
import org.bora.api.figures.OperationCalls;
import org.bora.api.figures.Origin;
import org.bora.api.figures.ProcessFigures;
import org.junit.jupiter.api.Test;

class SiteMomentTest {
  private static final OperationCalls LISTED =
      new OperationCalls("srmLs", CallResult.DONE, 100, 2.5);

  private static SiteMoment of(ProcessFigures... processes) {
    return SiteMoment.of(new FleetFigures(NOON, List.of(processes)));
  }

  @Test
  void callsOfAllFrontendsAreAddedUpByResultAndByOperation() {
    OperationCalls refused = new OperationCalls("srmLs", CallResult.REFUSED, 7, 0.5);
    OperationCalls pinged = new OperationCalls("srmPing", CallResult.DONE, 7, 1);
    SiteMoment moment =
        of(
            process(Origin.Kind.FRONTEND, "a:1", List.of(LISTED, refused), Latency.NONE),
            process(Origin.Kind.ALL_IN_ONE, "b:1", List.of(LISTED, pinged), Latency.NONE));
    assertEquals(Map.of(CallResult.DONE, 6.0, CallResult.REFUSED, 0.5), moment.results());
    assertEquals(Map.of("srmLs", 5.5, "srmPing", 1.0), moment.operations());
    assertEquals(NOON, moment.at());
  }

  @Test
  void aBackendAnswersCallsThatItsFrontendsHaveCountedAlready() {
    SiteMoment moment =
        of(
            process(Origin.Kind.BACKEND, "a:1", List.of(LISTED), new Latency(9, 9, 9)),
            process(Origin.Kind.FRONTEND, "b:1", List.of(LISTED), Latency.NONE));
    assertEquals(Map.of(CallResult.DONE, 2.5), moment.results());
    assertEquals(0, moment.turls().count());
  }

  @Test
  void whatNobodyAsksForLatelyIsLeftOut() {
    OperationCalls old = new OperationCalls("srmRm", CallResult.DONE, 1000, 0);
    assertEquals(
        Map.of(),
        of(process(Origin.Kind.FRONTEND, "a:1", List.of(old), Latency.NONE)).operations());
  }

  @Test
  void theMedianIsThatOfMostAndTheWorstFrontendShowsItsP99() {
    Latency turls =
        of(
                process(Origin.Kind.FRONTEND, "a:1", List.of(), new Latency(300, 0.01, 0.5)),
                process(Origin.Kind.FRONTEND, "b:1", List.of(), new Latency(100, 0.05, 2)),
                process(Origin.Kind.FRONTEND, "c:1", List.of(), Latency.NONE))
            .turls();
    assertEquals(400, turls.count());
    assertEquals(0.02, turls.median(), 1e-9);
    assertEquals(2, turls.p99());
  }

  @Test
  void linesBeforeTheBackendsAreAddedUp() {
    SiteMoment moment =
        of(
            process(
                Origin.Kind.FRONTEND,
                "a:1",
                List.of(),
                Latency.NONE,
                turn("read", 3, 5),
                turn("write", 1, 0)),
            process(Origin.Kind.FRONTEND, "b:1", List.of(), Latency.NONE, turn("read", 8, 20)));
    assertEquals(25, moment.waiting());
    assertEquals(12, moment.inside());
  }
}
