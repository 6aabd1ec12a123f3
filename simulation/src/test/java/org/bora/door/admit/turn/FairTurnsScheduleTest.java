package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.bora.api.WorkClass;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.bora.simulation.explore.Exploration;
import org.bora.simulation.explore.Stage;
import org.junit.jupiter.api.Test;

/** Turns in every schedule of a few calls at a gate with one place. */
class FairTurnsScheduleTest {
  private static final WorkClass KIND = WorkClass.READ;
  private static final Work WORK = new Work("srmLs", KIND);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final TurnSettings ONE_PLACE =
      new TurnSettings(PATIENCE, new TurnSettings.Places(1, 1), Map.of());

  /** One run: the calls that have a turn now, and those that had one. */
  private static final class Door {
    private final Stage stage;
    private final FairTurns turns;
    private final List<String> served = new ArrayList<>();
    private int inside;

    Door(Stage stage) {
      this.stage = stage;
      this.turns =
          new FairTurns(
              ONE_PLACE,
              stage.scheduler().clock(),
              stage.scheduler()::nanos,
              new RetryTimes(new Random(1)));
    }

    Turn take(String vo, String caller) {
      Caller who =
          new Caller("/CN=" + caller, "/CN=CA", List.of(Fqan.parse("/" + vo)), "192.0.2.1");
      Call call = new Call(who, stage.scheduler().clock().instant().plusSeconds(60), "trace");
      return turns.take(call, WORK);
    }

    void serve(String vo, String caller) {
      Turn.Held held = assertInstanceOf(Turn.Held.class, take(vo, caller));
      served.add(caller);
      inside++;
      stage.scheduler().point("inside");
      assertEquals(1, inside);
      inside--;
      held.close();
    }

    /** Waits in the queue before the schedules diverge. */
    void queue(String vo, String caller) {
      stage.start(caller, () -> serve(vo, caller));
      stage.settle();
    }

    GateFigures figures() {
      return turns.figures().stream().filter(one -> one.kind() == KIND).findFirst().orElseThrow();
    }

    void assertAtRest(int given, int refused) {
      GateFigures figures = figures();
      assertEquals(0, figures.inside());
      assertEquals(Map.of(), figures.waiting());
      assertEquals(given, figures.given());
      assertEquals(refused, figures.refused());
    }

    /** Every waiting call is woken: no wait times out. */
    void assertNobodyWaitedForNothing() {
      assertTrue(stage.scheduler().nanos() < PATIENCE.toNanos());
    }
  }

  @Test
  void aPlaceIsForOneAtATimeAndEachCallGetsItsTurn() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Door door = new Door(stage);
              stage.opens();
              stage.start("a", () -> door.serve("one", "a"));
              stage.start("b", () -> door.serve("one", "b"));
              stage.start("c", () -> door.serve("two", "c"));
              stage.end();
              door.assertAtRest(3, 0);
              door.assertNobodyWaitedForNothing();
            });
  }

  @Test
  void organisationsTakeTurnsWhoeverComesMeanwhile() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Door door = new Door(stage);
              Turn.Held first = assertInstanceOf(Turn.Held.class, door.take("zero", "first"));
              door.queue("one", "a1");
              door.queue("one", "a2");
              door.queue("two", "b");
              stage.opens();
              stage.start("gives back", first::close);
              stage.start("late", () -> door.serve("one", "late"));
              stage.end();
              List<String> order = new ArrayList<>(door.served);
              order.remove("late");
              assertEquals(List.of("a1", "b", "a2"), order);
              assertTrue(door.served.indexOf("late") >= 2, door.served.toString());
              door.assertAtRest(5, 0);
              door.assertNobodyWaitedForNothing();
            });
  }

  @Test
  void aCallThatGivesUpTakesNoPlaceWithIt() {
    Exploration.upTo(2)
        .withLeaps()
        .of(
            stage -> {
              Door door = new Door(stage);
              Turn.Held first = assertInstanceOf(Turn.Held.class, door.take("zero", "first"));
              int[] given = {1};
              for (String name : List.of("a", "b")) {
                stage.start(
                    name,
                    () -> {
                      switch (door.take("one", name)) {
                        case Turn.Held held -> {
                          given[0]++;
                          held.close();
                        }
                        case Turn.Refused _ ->
                            assertTrue(
                                stage.scheduler().nanos() >= PATIENCE.toNanos(), "refused early");
                      }
                    });
              }
              stage.settle();
              stage.opens();
              stage.start("gives back", first::close);
              stage.end();
              door.assertAtRest(given[0], 3 - given[0]);
              assertInstanceOf(Turn.Held.class, door.take("two", "next")).close();
            });
  }

  @Test
  void whoIsInterruptedOrSentAwayHoldsNothing() {
    Exploration.upTo(1)
        .of(
            stage -> {
              Door door = new Door(stage);
              Turn.Held first = assertInstanceOf(Turn.Held.class, door.take("zero", "first"));
              Thread[] waiting = new Thread[1];
              int[] given = {1};
              for (String name : List.of("a", "b")) {
                stage.start(
                    name,
                    () -> {
                      waiting[0] = Thread.currentThread();
                      if (door.take("one", name) instanceof Turn.Held held) {
                        given[0]++;
                        held.close();
                      }
                    });
                stage.settle();
              }
              stage.opens();
              stage.start("gives back", first::close);
              stage.start("interrupts", () -> waiting[0].interrupt());
              stage.start("stops", () -> door.turns.close(Duration.ZERO));
              stage.end();
              door.assertAtRest(given[0], 3 - given[0]);
              door.assertNobodyWaitedForNothing();
            });
  }

  @Test
  void whoeverWaitsIsSentAwayAtOnceWhenTheServerStops() {
    Exploration.upTo(2)
        .of(
            stage -> {
              Door door = new Door(stage);
              Turn.Held first = assertInstanceOf(Turn.Held.class, door.take("zero", "first"));
              stage.opens();
              for (String name : List.of("a", "b")) {
                stage.start(
                    name, () -> assertInstanceOf(Turn.Refused.class, door.take("one", name)));
              }
              stage.start("stops", () -> door.turns.close(Duration.ZERO));
              stage.end();
              first.close();
              door.assertAtRest(1, 2);
              door.assertNobodyWaitedForNothing();
            });
  }
}
