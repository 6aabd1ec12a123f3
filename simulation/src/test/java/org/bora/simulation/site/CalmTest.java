package org.bora.simulation.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.api.BackendFailure;
import org.bora.api.word.ReturnStatus;
import org.bora.api.word.SrmStatus;
import org.bora.api.word.StatusReply;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.junit.jupiter.api.Test;

/** Which observations contradict a promise in a calm period, and which do not. */
class CalmTest {
  private static final Duration SETTLING = Duration.ofSeconds(90);
  private static final String DN = "/CN=client-1.1";
  private static final UUID FILE = new UUID(1, 2);

  private final Choices choices = Choices.seeded(1);
  private final Scheduler scheduler = new Scheduler(choices, Instant.parse("2026-11-20T12:00:00Z"));
  private final Calm calm = new Calm(scheduler, choices);
  private final Report report = new Report(scheduler, Only.ALL);

  private void run(Runnable test) {
    report.meets(calm);
    scheduler.run(test);
  }

  private void untilItIsCalm() {
    scheduler.sleep(calm.left());
    assertTrue(calm.isNow());
  }

  private void answerInternalError(long began) {
    ReturnStatus told = ReturnStatus.of(SrmStatus.INTERNAL_ERROR, "try again");
    report.answered(DN, "srmRm", new StatusReply(told), began);
  }

  @Test
  void troublesEndWhereItBegins() {
    run(
        () -> {
          assertFalse(calm.isNow());
          assertTrue(report.fault("backend-1", "kill"));
          assertEquals(calm.left(), calm.within(Duration.ofDays(1)));
          untilItIsCalm();
          assertFalse(report.fault("backend-1", "kill"));
          assertTrue(report.hidden("backend-1", "deadlock"));
          assertEquals(Map.of("kill", 1, "deadlock", 1), report.faults());
        });
  }

  @Test
  void aCallThatIsNotAnsweredWellIsWrongOnceAllHasSettled() {
    run(
        () -> {
          answerInternalError(scheduler.nanos());
          untilItIsCalm();
          long early = scheduler.nanos();
          scheduler.sleep(SETTLING);
          long late = scheduler.nanos();
          answerInternalError(early);
          assertEquals(List.of(), report.contradictions());
          answerInternalError(late);
          report.failed(
              DN,
              "srmLs",
              new BackendFailure(BackendFailure.Kind.TIMED_OUT, "silence", null),
              late);
          report.silent(DN, "srmMv", late);
          assertEquals(3, report.contradictions().size(), report.contradictions()::toString);
        });
  }

  @Test
  void aClientWhoseCallsMeetOnANameMayBeToldToTryAgain() {
    run(
        () -> {
          untilItIsCalm();
          scheduler.sleep(SETTLING);
          report.races(DN);
          answerInternalError(scheduler.nanos());
          assertEquals(List.of(), report.contradictions());
          report.racesNoMore(DN);
          answerInternalError(scheduler.nanos());
          assertEquals(1, report.contradictions().size());
        });
  }

  @Test
  void aFileThatKeepsAnotherNameInTheBooksIsFound() {
    AtRest rest = new AtRest(scheduler, calm, report);
    run(
        () -> {
          untilItIsCalm();
          scheduler.sleep(SETTLING);
          for (int look = 0; look < 3; look++) {
            assertEquals(List.of(), report.contradictions());
            rest.named(Map.of(FILE, "old"), Map.of(FILE, "new"));
            rest.passed();
            scheduler.sleep(Duration.ofSeconds(11));
          }
          assertEquals(1, report.contradictions().size());
        });
  }

  @Test
  void aDifferenceThatPassesIsThatOfACallAtWork() {
    AtRest rest = new AtRest(scheduler, calm, report);
    run(
        () -> {
          untilItIsCalm();
          scheduler.sleep(SETTLING);
          for (int look = 0; look < 6; look++) {
            rest.named(Map.of(FILE, "old"), Map.of(FILE, look % 2 == 0 ? "new" : "old"));
            rest.resident(Set.of("a"), look % 2 == 0 ? Set.of("a") : Set.of());
            rest.passed();
            scheduler.sleep(Duration.ofSeconds(11));
          }
          assertEquals(List.of(), report.contradictions());
        });
  }
}
