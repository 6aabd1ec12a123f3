package org.bora.simulation.explore;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.bora.door.admit.poll.Faulty;
import org.junit.jupiter.api.Test;

class ExplorationTest {

  private static String found(Exploration exploration, Scene scene) {
    return assertThrows(AssertionError.class, () -> exploration.of(scene)).getMessage();
  }

  private static void count(Stage stage) {
    Faulty faulty = new Faulty();
    stage.opens();
    stage.start("a", faulty::increment);
    stage.start("b", faulty::increment);
    stage.end();
    assertEquals(2, faulty.count());
  }

  @Test
  void aLostUpdateNeedsOnePreemption() {
    assertEquals(2, Exploration.upTo(0).of(ExplorationTest::count));
    assertTrue(found(Exploration.upTo(1), ExplorationTest::count).contains("expected: <2>"));
  }

  @Test
  void aLostWakeUpIsAThreadThatWaitsForGood() {
    String found =
        found(
            Exploration.upTo(1),
            stage -> {
              Faulty faulty = new Faulty();
              stage.opens();
              stage.start("sleeper", faulty::sleepUntilRung);
              stage.start("bell", faulty::ring);
              stage.end();
            });
    assertTrue(found.contains("all threads wait"), found);
    assertTrue(found.contains("sleepUntilRung"), found);
  }

  @Test
  void locksInTwoOrdersWaitForEachOther() {
    String found =
        found(
            Exploration.upTo(1),
            stage -> {
              Faulty faulty = new Faulty();
              stage.opens();
              stage.start("a", faulty::inOrder);
              stage.start("b", faulty::inTheOtherOrder);
              stage.end();
            });
    assertTrue(found.contains("all threads wait"), found);
  }

  @Test
  void everyOrderOfThePointsIsTriedOnce() {
    Set<String> orders = new HashSet<>();
    long runs =
        Exploration.upTo(3)
            .of(
                stage -> {
                  StringBuilder order = new StringBuilder();
                  stage.opens();
                  for (String name : new String[] {"a", "b"}) {
                    stage.start(
                        name,
                        () -> {
                          for (int i = 0; i < 2; i++) {
                            stage.scheduler().point(name);
                            order.append(name);
                          }
                        });
                  }
                  stage.end();
                  orders.add(order.toString());
                });
    assertEquals(Set.of("aabb", "abab", "abba", "baab", "baba", "bbaa"), orders);
    assertTrue(runs >= orders.size() && runs < 40, runs + " runs");
  }

  @Test
  void timePassesBeforeAThreadGoesOnWhereItMayLeap() {
    Set<Boolean> first = new HashSet<>();
    Scene scene =
        stage -> {
          Faulty faulty = new Faulty();
          boolean[] waited = new boolean[1];
          stage.opens();
          stage.start(
              "waits",
              () -> {
                faulty.rest(1_000_000_000L);
                waited[0] = true;
              });
          stage.start(
              "works",
              () -> {
                faulty.increment();
                first.add(waited[0]);
              });
          stage.end();
        };
    Exploration.upTo(1).of(scene);
    assertEquals(Set.of(false), first);
    Exploration.upTo(1).withLeaps().of(scene);
    assertEquals(Set.of(false, true), first);
  }

  @Test
  void whatDependsOnSomethingElseIsNotTakenForAnExploration() {
    int[] runs = new int[1];
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class,
            () ->
                Exploration.upTo(1)
                    .of(
                        stage -> {
                          runs[0]++;
                          stage.opens();
                          for (int i = 0; i < runs[0] % 3 + 1; i++) {
                            stage.start("t", () -> stage.scheduler().point("x"));
                          }
                          stage.end();
                        }));
    assertFalse(refused.getMessage().isEmpty());
  }
}
