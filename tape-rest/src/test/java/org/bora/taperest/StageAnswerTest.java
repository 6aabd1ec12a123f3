package org.bora.taperest;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.bora.taperest.StageTarget.State;
import org.junit.jupiter.api.Test;

class StageAnswerTest {
  private static final Instant CREATED = Instant.ofEpochSecond(10_000);

  private static Instant at(long seconds) {
    return CREATED.plusSeconds(seconds);
  }

  private static StageTarget target(String path, State state, long started, long finished) {
    return new StageTarget(
        new SentPath(path),
        state,
        Optional.empty(),
        Optional.of(at(started)).filter(_ -> started > 0),
        Optional.of(at(finished)).filter(_ -> finished > 0));
  }

  private static final StageTarget WAITS = target("/waits", State.SUBMITTED, 0, 0);
  private static final StageTarget READ = target("/read", State.STARTED, 500, 0);
  private static final StageTarget CAME = target("/came", State.COMPLETED, 100, 700);
  private static final StageTarget OLD = target("/old", State.COMPLETED, 0, 0);

  private static List<String> told(long since, StageTarget... targets) {
    return new StageAnswer(CREATED, List.of(targets), Optional.of(at(since)))
        .told().stream().map(target -> target.path().text()).toList();
  }

  @Test
  void whatHasNotChangedIsNotTold() {
    assertEquals(List.of("/waits", "/read", "/came"), told(0, WAITS, READ, CAME));
    assertEquals(List.of("/read", "/came"), told(560, WAITS, READ, CAME));
    assertEquals(List.of("/came"), told(561, WAITS, READ, CAME));
    assertEquals(List.of(), told(761, WAITS, READ, CAME));
  }

  @Test
  void whatWasNotNotedIsAlwaysTold() {
    assertEquals(List.of("/old"), told(9_999, OLD, CAME));
  }

  @Test
  void withoutAQuestionForChangesAllIsTold() {
    List<StageTarget> all = List.of(WAITS, READ, CAME, OLD);
    assertEquals(all, new StageAnswer(CREATED, all, Optional.empty()).told());
  }

  @Test
  void theNextQuestionIsForWhatComesAfterTheLastChange() {
    assertEquals(at(700), new StageAnswer(CREATED, List.of(READ, CAME), Optional.empty()).asOf());
    assertEquals(CREATED, new StageAnswer(CREATED, List.of(WAITS), Optional.empty()).asOf());
  }

  @Test
  void aRequestIsStartedWithItsFirstFile() {
    assertEquals(
        at(100), new StageAnswer(CREATED, List.of(READ, CAME), Optional.empty()).started());
    assertEquals(
        CREATED, new StageAnswer(CREATED, List.of(WAITS, OLD), Optional.empty()).started());
  }

  @Test
  void aRequestIsCompletedWithItsLastFile() {
    assertEquals(
        Optional.empty(),
        new StageAnswer(CREATED, List.of(READ, CAME), Optional.empty()).completed());
    StageTarget early = target("/early", State.CANCELLED, 0, 3);
    assertEquals(
        Optional.of(at(700)),
        new StageAnswer(CREATED, List.of(early, CAME, early), Optional.empty()).completed());
  }
}
