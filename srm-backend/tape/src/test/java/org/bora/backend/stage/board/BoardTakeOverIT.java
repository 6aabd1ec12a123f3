package org.bora.backend.stage.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bora.backend.stage.board.PullerHand.Held;
import org.bora.storage.conformance.RecordedWork;
import org.bora.storage.spi.TapeFile;
import org.bora.storage.spi.TapeLocation;
import org.bora.storage.tape.wire.TapeJson;
import org.junit.jupiter.api.Test;

/** What was on the board when its backend died, and the next one finds. */
class BoardTakeOverIT extends BoardSteps {

  @Test
  void aCopyWrittenWhileTheBackendWasDownIsTakenOverByTheNext() throws Exception {
    List<Held> held = new ArrayList<>();
    assertThrows(
        InterruptedException.class,
        () ->
            migrate(
                List.of(first),
                () -> {
                  held.addAll(left.take("migrate", 1));
                  throw new InterruptedException("the backend stops");
                }));
    assertEquals("accepted", left.done(held.getFirst(), "x"));
    RecordedWork work = migrate(List.of(first), () -> {});
    assertEquals(at("x"), work.location(first));
  }

  @Test
  void aTaskInHandIsTakenOverWithItsPullerWhenABackendWasKilled() throws Exception {
    List<Held> held = new ArrayList<>();
    Error death = new Error("killed");
    assertEquals(
        death,
        assertThrows(
            Error.class,
            () ->
                migrate(
                    List.of(first),
                    () -> {
                      held.addAll(left.take("migrate", 1));
                      throw death;
                    })));
    time.pass(BoardBench.LEASE);
    assertEquals(List.of(), right.take("migrate", 1), "nobody waits for it");
    RecordedWork work =
        migrate(
            List.of(first),
            () -> {
              assertEquals(List.of(), right.take("migrate", 1), "the other has it");
              assertEquals("accepted", left.done(held.getFirst(), "x"));
            });
    assertEquals(at("x"), work.location(first));
  }

  @Test
  void aRecallThatWasThroughIsDoneAgainSinceItsTargetMayBeAnother() throws Exception {
    TapeFile wanted = files.toRecall(first, TapeLocation.named("x"));
    assertThrows(
        InterruptedException.class,
        () ->
            driver(
                    () -> {
                      left.report(
                          left.take("recall", 1).getFirst(),
                          TapeJson.object().put("report", "done"));
                      throw new InterruptedException("the backend stops");
                    })
                .recall(new RecordedWork(List.of(wanted))));
    RecordedWork work = new RecordedWork(List.of(wanted));
    driver(
            () -> {
              List<Held> again = right.take("recall", 1);
              assertEquals(1, again.size());
              right.report(again.getFirst(), TapeJson.object().put("report", "done"));
            })
        .recall(work);
    assertEquals(at("x"), work.location(wanted));
  }

  @Test
  void whatNobodyComesBackForIsForgottenAfterADay() throws Exception {
    assertThrows(
        InterruptedException.class,
        () ->
            migrate(
                List.of(first),
                () -> {
                  throw new InterruptedException("the backend stops");
                }));
    assertTrue(counts().contains("\"tasks\":1"), counts());
    time.pass(Duration.ofDays(1).plus(MOMENT));
    migrate(List.of(second), () -> left.done(left.take("migrate", 1).getFirst(), "y"));
    assertEquals("{\"counts\":[]}\n", counts());
  }
}
