package org.bora.backend.stage.buffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.bora.backend.stage.BufferSettings;
import org.bora.backend.stage.BufferSettings.ReleaseOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VictimsTest {
  private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

  private static Victims choose(ReleaseOrder order, long bytes) {
    return new ReleasePolicy(new BufferSettings(90, 80, order)).choose(bytes, 100);
  }

  private static Candidate file(int number, long size, int storedSeconds, int usedSeconds) {
    return new Candidate(
        new UUID(0, number),
        size,
        START.plusSeconds(storedSeconds),
        START.plusSeconds(usedSeconds));
  }

  private static List<Long> numbers(Victims victims) {
    return victims.inOrder().stream().map(one -> one.id().getLeastSignificantBits()).toList();
  }

  @Test
  void whoWasNotUsedForTheLongestGoesFirst() {
    Victims victims = choose(ReleaseOrder.LEAST_RECENTLY_USED, 20);
    for (Candidate one : List.of(file(1, 10, 0, 9), file(2, 10, 1, 3), file(3, 10, 2, 5))) {
      victims.offer(one);
    }
    assertEquals(List.of(2L, 3L), numbers(victims));
  }

  @Test
  void theOldestGoesFirstHoweverOftenItIsRead() {
    Victims victims = choose(ReleaseOrder.OLDEST, 11);
    for (Candidate one : List.of(file(1, 10, 2, 2), file(2, 10, 0, 9), file(3, 10, 1, 8))) {
      victims.offer(one);
    }
    assertEquals(List.of(2L, 3L), numbers(victims));
  }

  @Test
  void theLargestGoesFirstAndOfEqualOnesTheFirstByIdentifier() {
    Victims victims = choose(ReleaseOrder.LARGEST, 40);
    for (Candidate one :
        List.of(file(3, 15, 0, 0), file(1, 15, 0, 0), file(2, 30, 0, 0), file(4, 1, 0, 0))) {
      victims.offer(one);
    }
    assertEquals(List.of(2L, 1L), numbers(victims));
  }

  @Test
  void whoIsOfferedInOrderHearsWhenItIsEnough() {
    Victims victims = choose(ReleaseOrder.LEAST_RECENTLY_USED, 15);
    assertTrue(victims.offer(file(1, 10, 0, 0)));
    assertTrue(victims.offer(file(2, 10, 0, 1)));
    assertFalse(victims.offer(file(3, 10, 0, 2)));
    assertEquals(20, victims.bytes());
  }

  @Test
  void emptyFilesMakeNoRoomAndStay() {
    Victims victims = choose(ReleaseOrder.LEAST_RECENTLY_USED, 5);
    assertTrue(victims.offer(file(1, 0, 0, 0)));
    victims.offer(file(2, 5, 0, 1));
    assertEquals(List.of(2L), numbers(victims));
  }

  @Test
  void whereNothingIsWantedNothingIsTaken() {
    Victims victims = choose(ReleaseOrder.OLDEST, 0);
    assertFalse(victims.offer(file(1, 10, 0, 0)));
    assertEquals(0, victims.bytes());
  }

  @Test
  void theChoiceNeverTakesMoreMemoryThanAllowed() {
    ReleasePolicy policy = new ReleasePolicy(BufferSettings.defaults());
    Victims victims = policy.choose(Long.MAX_VALUE, 3);
    for (int number = 9; number > 0; number--) {
      victims.offer(file(number, 1, 0, number));
    }
    assertEquals(List.of(1L, 2L, 3L), numbers(victims));
    assertEquals(3, victims.bytes());
  }

  /** Against sorting all of them, in whatever order they come. */
  @ParameterizedTest
  @EnumSource
  void theChosenAreTheFirstByTheOrderAndNoneTooMany(ReleaseOrder order) {
    Random random = new Random(7);
    for (int round = 0; round < 200; round++) {
      List<Candidate> all = new ArrayList<>();
      for (int number = 0; number < 30; number++) {
        all.add(file(number, 1 + random.nextInt(50), random.nextInt(20), random.nextInt(20)));
      }
      long wanted = random.nextInt(900);
      Collections.shuffle(all, random);
      Victims victims = choose(order, wanted);
      all.forEach(victims::offer);
      all.sort(Victims.precedence(order));
      List<Candidate> expected = new ArrayList<>();
      long bytes = 0;
      for (Candidate one : all) {
        if (bytes < wanted) {
          expected.add(one);
          bytes += one.size();
        }
      }
      assertEquals(expected, victims.inOrder());
      assertEquals(bytes, victims.bytes());
    }
  }
}
