package org.bora.backend.database;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.bora.api.BackendFailure;
import org.bora.backend.database.SharedClock.Source;
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

  @Test
  void aLeapThatThisMachineDoesNotConfirmIsNotFollowedUntilItHasLasted() {
    SharedClock clock = clock();
    database.pass(Duration.ofHours(5));
    for (int look = 0; look < 20; look++) {
      clock.look();
      assertEquals(NOON.plusSeconds(15L * look), clock.instant());
      pass(Duration.ofSeconds(15));
    }
    clock.look();
    assertEquals(database.instant(), clock.instant());
  }

  @Test
  void aLeapToTheTimeOfThisMachineIsFollowedAtOnce() {
    SharedClock clock = clock();
    database.pass(Duration.ofHours(-1));
    clock.look();
    assertEquals(NOON.minusSeconds(3600), clock.instant());
  }

  @Test
  void aClockThatLeapsToAndFroIsNeverFollowed() {
    SharedClock clock = clock();
    for (int look = 0; look < 60; look++) {
      database.pass(Duration.ofHours(look % 2 == 0 ? 5 : -5));
      clock.look();
      assertEquals(NOON.plusSeconds(15L * look), clock.instant());
      pass(Duration.ofSeconds(15));
    }
  }

  @Test
  void ofTheFirstAnswersTheQuickestIsTaken() {
    Iterator<Integer> seconds = List.of(9, 3, 7).iterator();
    Source slowAtFirst =
        () -> {
          answer = Duration.ofSeconds(seconds.hasNext() ? seconds.next() : 4);
          pass(answer); // all of it before the database looks: the middle is wrong by half
          return database.instant();
        };
    SharedClock clock = new SharedClock(slowAtFirst, own, nanos::get);
    Duration ahead = Duration.between(database.instant(), clock.instant());
    assertEquals(Duration.ofMillis(1_500), ahead);
  }

  @Test
  void whileTheDatabaseIsAwayTheTimeGoesOn() {
    AtomicBoolean away = new AtomicBoolean();
    SharedClock clock =
        new SharedClock(
            () -> {
              if (away.get()) {
                throw new BackendFailure(BackendFailure.Kind.TRANSIENT, "away", null);
              }
              return database.instant();
            },
            own,
            nanos::get);
    away.set(true);
    pass(Duration.ofMinutes(1));
    clock.look();
    assertEquals(NOON.plusSeconds(60), clock.instant());
  }
}
