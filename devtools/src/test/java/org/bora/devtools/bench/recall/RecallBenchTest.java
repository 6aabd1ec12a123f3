package org.bora.devtools.bench.recall;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.bora.storage.tape.model.Extent;
import org.bora.storage.tape.model.Mechanics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RecallBenchTest {
  private static final RecallBench SMALL = new RecallBench(2_000, 40, 3, 7);

  private final List<RecallBench.Outcome> outcomes = SMALL.outcomes();

  @Test
  void whatIsThereFromTheBeginningIsReadInOneMountForEachVolume() {
    RecallBench.Outcome atOnce = outcomes.getFirst();

    assertEquals(40, atOnce.runs().getFirst().mounts());
    assertTrue(
        atOnce.runs().getFirst().total().toMillis() < 1.15 * atOnce.bound().total().toMillis());
  }

  @Test
  void whatIsAskedForAtOnceIsServedWithinTheFairShare() {
    assertTrue(RecallFigures.of(outcomes.getFirst().runs().getFirst()).all().worstShare() <= 1);
  }

  /** The share is of what waits when a request comes; what comes later is not in it. */
  @Test
  void inAllScenariosVeryFewWaitForALittleMoreThanTwiceTheFairShare() {
    for (RecallBench.Outcome outcome : outcomes) {
      RecallFigures.Waits waits = RecallFigures.of(outcome.runs().getFirst()).all();
      assertTrue(
          waits.worstShare() < 2.5 && waits.beyondTwice() <= waits.requests() / 400,
          outcome.scenario().name() + ": " + waits);
    }
  }

  @Test
  void withoutTurnsModestCallersWaitForTheGreedyOne() {
    RecallRun withoutTurns = outcomes.getLast().runs().get(1);

    assertTrue(RecallFigures.of(withoutTurns).groups().get("modest").beyondTwice() > 0);
  }

  @Test
  void everyRequestIsServedOnceItHasCome() {
    for (RecallBench.Outcome outcome : outcomes) {
      for (RecallRun run : outcome.runs()) {
        for (RecallRequest request : outcome.scenario().requests()) {
          assertTrue(run.waited(request.number()).isPositive());
        }
        assertTrue(run.mounts() >= outcome.bound().mounts());
        assertTrue(run.total().compareTo(outcome.bound().total()) >= 0);
      }
    }
  }

  @Test
  void theFairShareOfOneWhoIsAloneIsAPass() {
    Extent extent = new Extent(Extent.FIRST_POSITION, 4_000_000_000L);
    RecallRequest request = new RecallRequest(0, Duration.ZERO, "ann", "V1", extent);
    RecallScenario scenario =
        new RecallScenario("one", "One file.", Mechanics.enterprise(), 1, List.of(request));
    RecallRun run = RecallSimulation.run(scenario, new FirstCome());

    // 20 s to mount, 5 s to locate, 10 s to read, 5 s to rewind, 25 s to unmount
    assertEquals(65.0, run.shares().getFirst().toMillis() / 1000.0, 0.1);
    assertEquals(35.0, run.waited(0).toMillis() / 1000.0, 0.1);
  }

  @Test
  void theSameSeedGivesTheSameFigures() {
    RecallRun first = outcomes.get(2).runs().getFirst();
    RecallRun again = SMALL.outcomes().get(2).runs().getFirst();

    assertEquals(first.ends(), again.ends());
  }
}
