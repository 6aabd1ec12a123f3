package org.bora.simulation.schedule;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Time, waits, kills and freezes of one run. */
class SchedulerTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private final Scheduler scheduler = new Scheduler(Choices.seeded(7), START);
  private final List<String> happened = new ArrayList<>();

  @Test
  void aDayPassesWithoutADay() {
    Clock clock = scheduler.clock();
    long began = System.nanoTime();
    scheduler.run(() -> scheduler.sleep(Duration.ofDays(1)));
    assertFalse(clock.instant().isBefore(START.plus(Duration.ofDays(1))));
    assertTrue(clock.instant().isBefore(START.plus(Duration.ofDays(1)).plusSeconds(1)));
    assertTrue(Duration.ofNanos(System.nanoTime() - began).toMinutes() < 1);
  }

  @Test
  void aWaitEndsWithItsConditionOrItsTime() {
    boolean[] open = new boolean[1];
    scheduler.run(
        () -> {
          assertFalse(scheduler.await(() -> open[0], Duration.ofSeconds(10)));
          assertTrue(scheduler.nanos() >= Duration.ofSeconds(10).toNanos());
          scheduler.start(
              "one",
              "opens",
              () -> {
                scheduler.sleep(Duration.ofSeconds(3));
                open[0] = true;
                scheduler.changed();
              });
          assertTrue(scheduler.await(() -> open[0], Duration.ofSeconds(10)));
          assertTrue(scheduler.nanos() < Duration.ofSeconds(14).toNanos());
        });
  }

  @Test
  void aThreadThatIsInterruptedWaitsNoLonger() {
    scheduler.run(
        () -> {
          Thread waits =
              scheduler
                  .threads("one", "waits")
                  .newThread(
                      () -> {
                        assertFalse(scheduler.await(() -> false, Duration.ofDays(400_000)));
                        happened.add("ended");
                      });
          waits.start();
          scheduler.sleep(Duration.ofSeconds(1));
          waits.interrupt();
          scheduler.sleep(Duration.ofSeconds(1));
          assertEquals(List.of("ended"), happened);
        });
  }

  @Test
  void aKilledProcessDoesNothingMoreNotEvenItsFinallyBlocks() {
    scheduler.run(
        () -> {
          scheduler.start("one", "works", this::workForEver);
          var _ = scheduler.timer("one").schedule(() -> happened.add("timer"), 5, SECONDS);
          scheduler.start("two", "works", () -> scheduler.sleep(Duration.ofSeconds(20)));
          scheduler.sleep(Duration.ofSeconds(3));
          int before = happened.size();
          assertTrue(before > 0);
          scheduler.kill("one");
          scheduler.sleep(Duration.ofSeconds(30));
          assertEquals(before, happened.size());
        });
  }

  @Test
  void whatOthersBeginInAKilledProcessDoesNotHappen() {
    scheduler.run(
        () -> {
          scheduler.start("one", "works", this::workForEver);
          scheduler.kill("one");
          scheduler.start("one", "late", () -> happened.add("late"));
          var _ = scheduler.timer("one").schedule(() -> happened.add("timer"), 5, SECONDS);
          scheduler.sleep(Duration.ofSeconds(30));
          assertEquals(List.of(), happened);
        });
  }

  private void workForEver() {
    try {
      while (true) {
        scheduler.sleep(Duration.ofMillis(100));
        happened.add("work");
      }
    } finally {
      happened.add("finally");
    }
  }

  @Test
  void aProcessThatKillsItselfEndsThere() {
    scheduler.run(
        () -> {
          scheduler.start(
              "one",
              "dies",
              () -> {
                scheduler.kill("one");
                happened.add("survived");
              });
          scheduler.sleep(Duration.ofSeconds(1));
        });
    assertEquals(List.of(), happened);
  }

  @Test
  void aFrozenProcessStandsStillAndGoesOnLate() {
    List<Long> seconds = new ArrayList<>();
    scheduler.run(
        () -> {
          scheduler.start(
              "one",
              "sleeps",
              () -> {
                scheduler.sleep(Duration.ofSeconds(2));
                seconds.add(Duration.ofNanos(scheduler.nanos()).toSeconds());
              });
          var _ = scheduler.timer("one").schedule(() -> seconds.add(seconds()), 3, SECONDS);
          scheduler.sleep(Duration.ofSeconds(1));
          scheduler.freeze("one", Duration.ofMinutes(2));
          scheduler.sleep(Duration.ofSeconds(30));
          assertEquals(List.of(), seconds);
          scheduler.sleep(Duration.ofMinutes(3));
        });
    assertEquals(List.of(121L, 121L), seconds);
  }

  @Test
  void aFrozenProcessGoesOnWhenItThaws() {
    List<Long> seconds = new ArrayList<>();
    scheduler.run(
        () -> {
          scheduler.start(
              "one",
              "works",
              () -> {
                scheduler.sleep(Duration.ofSeconds(2));
                seconds.add(seconds());
              });
          scheduler.sleep(Duration.ofSeconds(1));
          scheduler.freeze("one", Duration.ofMinutes(2));
          scheduler.sleep(Duration.ofSeconds(30));
          scheduler.thaw("one");
          scheduler.sleep(Duration.ofSeconds(1));
        });
    assertEquals(List.of(31L), seconds);
  }

  private long seconds() {
    return Duration.ofNanos(scheduler.nanos()).toSeconds();
  }

  @Test
  void threadsThatAllWaitForEachOtherEndTheRun() {
    SimulationException e =
        assertThrows(SimulationException.class, () -> scheduler.run(SchedulerTest::waitForNobody));
    assertTrue(e.getMessage().contains("waitForNobody"), e.getMessage());
  }

  private static void waitForNobody() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void waitsByTheClockOfTheMachineEndTheRun() {
    SimulationException e =
        assertThrows(
            SimulationException.class,
            () -> scheduler.run(() -> LockSupport.parkNanos(Duration.ofHours(1).toNanos())));
    assertTrue(e.getMessage().contains("run/main-1 waits by the clock"), e.getMessage());
  }

  @Test
  void anExceptionThatAThreadDoesNotCatchEndsTheRun() {
    IllegalStateException cause = new IllegalStateException("broken");
    SimulationException e =
        assertThrows(
            SimulationException.class,
            () ->
                scheduler.run(
                    () -> {
                      scheduler.start(
                          "one",
                          "breaks",
                          () -> {
                            throw cause;
                          });
                      scheduler.sleep(Duration.ofDays(1));
                    }));
    assertEquals(cause, e.getCause());
    assertTrue(scheduler.nanos() < Duration.ofDays(1).toNanos());
  }
}
