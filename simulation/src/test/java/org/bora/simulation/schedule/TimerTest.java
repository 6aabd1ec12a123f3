package org.bora.simulation.schedule;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/** Timers keep the contract of the JDK's timers, in simulated time. */
class TimerTest {
  private final Scheduler scheduler = new Scheduler(Choices.seeded(3), Instant.EPOCH);
  private final ScheduledExecutorService timer = scheduler.timer("one");
  private final List<Long> seconds = new ArrayList<>();

  private void note() {
    seconds.add(Duration.ofNanos(scheduler.nanos()).toSeconds());
  }

  /** Takes four seconds. */
  private void noteSlowly() {
    note();
    scheduler.sleep(Duration.ofSeconds(4));
  }

  private boolean ends(long withinSeconds) {
    try {
      return timer.awaitTermination(withinSeconds, SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aFixedRateCountsFromTheBegin() {
    scheduler.run(
        () -> {
          var _ = timer.scheduleAtFixedRate(this::noteSlowly, 1, 10, SECONDS);
          scheduler.sleep(Duration.ofSeconds(35));
        });
    assertEquals(List.of(1L, 11L, 21L, 31L), seconds);
  }

  @Test
  void aFixedDelayCountsFromTheEnd() {
    scheduler.run(
        () -> {
          var _ = timer.scheduleWithFixedDelay(this::noteSlowly, 1, 10, SECONDS);
          scheduler.sleep(Duration.ofSeconds(35));
        });
    assertEquals(List.of(1L, 15L, 29L), seconds);
  }

  @Test
  void whatWasCancelledDoesNotBegin() {
    scheduler.run(
        () -> {
          Future<?> often = timer.scheduleAtFixedRate(this::note, 1, 10, SECONDS);
          Future<?> once = timer.schedule(this::note, 2, SECONDS);
          once.cancel(false);
          scheduler.sleep(Duration.ofSeconds(15));
          often.cancel(false);
          scheduler.sleep(Duration.ofSeconds(15));
        });
    assertEquals(List.of(1L, 11L), seconds);
  }

  @Test
  void aTaskThatFailsIsNotBegunAgain() {
    scheduler.run(
        () -> {
          var _ =
              timer.scheduleAtFixedRate(
                  () -> {
                    note();
                    throw new IllegalStateException("broken");
                  },
                  1,
                  1,
                  SECONDS);
          scheduler.sleep(Duration.ofSeconds(5));
        });
    assertEquals(List.of(1L), seconds);
  }

  @Test
  void afterItsShutdownATimerEndsWhatIsUnderWayAndBeginsNothing() {
    scheduler.run(
        () -> {
          var _ = timer.schedule(this::noteSlowly, 1, SECONDS);
          var _ = timer.schedule(this::note, 3, SECONDS);
          scheduler.sleep(Duration.ofSeconds(2));
          timer.shutdown();
          assertThrows(
              RejectedExecutionException.class, () -> timer.schedule(this::note, 1, SECONDS));
          assertFalse(timer.isTerminated());
          assertFalse(ends(1));
          assertTrue(ends(10));
        });
    assertEquals(List.of(1L), seconds);
  }
}
