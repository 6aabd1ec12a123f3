package org.bora.door.admit.poll;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.bora.api.BackendFailure;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.simulation.explore.Exploration;
import org.bora.simulation.explore.Stage;
import org.junit.jupiter.api.Test;

/** Status polls in every schedule of a few callers with the same question. */
class SharedPollsScheduleTest {
  private static final Caller ALICE = new Caller("/CN=Alice", "/CN=CA", List.of(), "h1");
  private static final Poll POLL = new Poll("srmStatusOfPutRequest", ALICE, "token");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** One run: a state that changes, and the number of queries for it. */
  private static final class Backend {
    private final Stage stage;
    private final SharedPolls polls;
    private int state;
    private int asked;
    private int asking;
    private int failing;

    Backend(Stage stage) {
      this.stage = stage;
      this.polls = new SharedPolls(stage.scheduler().clock());
    }

    int poll(Duration patience) {
      Call call = new Call(ALICE, stage.scheduler().clock().instant().plus(patience), "trace");
      return polls.answer(POLL, call, this::answer);
    }

    private int answer(Runnable departs) {
      asking++;
      assertEquals(1, asking);
      asked++;
      try {
        stage.scheduler().point("waits for a turn");
        departs.run();
        int seen = state;
        stage.scheduler().point("answers");
        if (failing > 0) {
          failing--;
          throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "it fails", null);
        }
        return seen;
      } finally {
        asking--;
      }
    }

    void assertAtRest() {
      assertEquals(0, polls.lanes());
      assertTrue(stage.hasLeapt() || stage.scheduler().nanos() < PATIENCE.toNanos());
    }
  }

  @Test
  void nobodyReadsAnOlderStateThanWhatWasTrueAtTheQuestionAndOneAsksAtATime() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Backend backend = new Backend(stage);
              stage.opens();
              for (String name : List.of("a", "b", "c")) {
                stage.start(
                    name,
                    () -> {
                      int before = backend.state;
                      assertTrue(backend.poll(PATIENCE) >= before, "an older state");
                    });
              }
              stage.start("changes", () -> backend.state = 1);
              stage.end();
              backend.assertAtRest();
              assertEquals(3, backend.asked + backend.polls.shared());
            });
  }

  @Test
  void aQuestionThatFailsFailsForThoseWhoJoinedItAndForNobodyElse() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Backend backend = new Backend(stage);
              backend.failing = 1;
              int[] failed = new int[1];
              stage.opens();
              for (String name : List.of("a", "b", "c")) {
                stage.start(
                    name,
                    () -> {
                      try {
                        backend.poll(PATIENCE);
                      } catch (BackendFailure told) {
                        assertEquals(BackendFailure.Kind.TRANSIENT, told.kind());
                        failed[0]++;
                      }
                    });
              }
              stage.end();
              backend.assertAtRest();
              assertTrue(failed[0] >= 1 && backend.asked + backend.polls.shared() == 3);
              assertTrue(backend.asked > 1 || failed[0] == 3);
            });
  }

  @Test
  void whoHasNoTimeLeftLeavesTheOthersTheirAnswer() {
    Exploration.upTo(2)
        .withLeaps()
        .of(
            stage -> {
              Backend backend = new Backend(stage);
              stage.opens();
              for (int seconds : List.of(1, 1, 60)) {
                stage.start(
                    "for " + seconds + " s",
                    () -> {
                      try {
                        backend.poll(Duration.ofSeconds(seconds));
                      } catch (BackendFailure late) {
                        assertEquals(BackendFailure.Kind.TIMED_OUT, late.kind());
                        assertTrue(stage.hasLeapt());
                      }
                    });
              }
              stage.end();
              backend.assertAtRest();
            });
  }
}
