package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.backend.testing.SteppedTime;
import org.junit.jupiter.api.Test;

class SharedClockTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

  private final SteppedTime database = new SteppedTime(NOON);
  private final SteppedTime own = new SteppedTime(NOON.minusSeconds(3600));
  private final AtomicLong nanos = new AtomicLong(-5);
  private Duration answer = Duration.ZERO;

  /** Half of the answer's time passes before the database looks, half after. */
  private SharedClock clock() {
    return new SharedClock(
        () -> {
          pass(answer.dividedBy(2));
          Instant said = database.instant();
          pass(answer.dividedBy(2));
          return said;
        },
        own,
        nanos::get);
  }

  private void pass(Duration time) {
    database.pass(time);
    own.pass(time);
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void itIsTheDatabasesTimeWhateverTheMachineSays() {
    SharedClock clock = clock();
    assertEquals(NOON, clock.instant());
    pass(Duration.ofMinutes(7));
    assertEquals(NOON.plus(Duration.ofMinutes(7)), clock.instant());
  }

  @Test
  void aJumpOfTheMachinesClockIsNotSeen() {
    SharedClock clock = clock();
    own.pass(Duration.ofDays(300));
    assertEquals(NOON, clock.instant());
    clock.look();
    assertEquals(NOON, clock.instant());
  }

  @Test
  void twoMachinesAgree() {
    SharedClock one = clock();
    pass(Duration.ofSeconds(9));
    own.pass(Duration.ofHours(-5));
    SharedClock other = clock();
    assertEquals(one.instant(), other.instant());
  }

  @Test
  void whatTheAnswerTakesIsAllowedFor() {
    answer = Duration.ofMillis(80);
    SharedClock clock = clock();
    assertEquals(database.instant(), clock.instant());
  }

  @Test
  void aClockThatDriftsIsPutRightWithTheNextLook() {
    SharedClock clock = clock();
    database.pass(Duration.ofSeconds(3));
    clock.look();
    assertEquals(NOON.plusSeconds(3), clock.instant());
  }

  @Test
  void noiseDoesNotTurnItBack() {
    SharedClock clock = clock();
    database.pass(Duration.ofMillis(-15));
    clock.look();
    assertEquals(NOON, clock.instant());
  }

  @Test
  void aSlowAnswerIsNotBelieved() {
    SharedClock clock = clock();
    answer = Duration.ofSeconds(8);
    database.pass(Duration.ofSeconds(3));
    clock.look();
    assertEquals(NOON.plusSeconds(8), clock.instant());
  }
}
