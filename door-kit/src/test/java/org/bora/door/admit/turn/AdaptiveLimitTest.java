package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.bora.api.WorkClass;
import org.junit.jupiter.api.Test;

class AdaptiveLimitTest {
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private long now = TimeUnit.HOURS.toNanos(5);
  private final AdaptiveLimit limit = new AdaptiveLimit(WorkClass.READ, 2, 100, now);

  /** Calls that take so long, for about a second, while others wait. */
  private void pressed(String operation, long tookNanos) {
    for (int i = 0; i < 200; i++) {
      now += 5 * MILLI;
      limit.pressed();
      limit.answered(operation, false, tookNanos, now);
    }
  }

  private void quiet(String operation, long tookNanos) {
    for (int i = 0; i < 40; i++) {
      now += 5 * MILLI;
      limit.answered(operation, true, tookNanos, now);
    }
  }

  @Test
  void aServerAsQuickAsAloneGetsMoreUntilTheMost() {
    quiet("ls", MILLI);
    pressed("ls", MILLI);
    assertTrue(limit.places() > 40, limit.places() + " places");
    pressed("ls", MILLI);
    assertEquals(100, limit.places());
  }

  @Test
  void aServerThatGetsSlowGetsFewerUntilTheLeast() {
    quiet("ls", MILLI);
    pressed("ls", 3 * MILLI);
    assertEquals(2, limit.places());
  }

  @Test
  void withoutALineNothingIsLearntOfTheLimit() {
    int before = limit.places();
    for (int i = 0; i < 400; i++) {
      now += 5 * MILLI;
      limit.answered("ls", false, i < 10 ? MILLI : 50 * MILLI, now);
    }
    assertEquals(before, limit.places());
  }

  @Test
  void operationsAreComparedWithThemselves() {
    quiet("ls", MILLI);
    quiet("checkPermission", 100 * MILLI);
    pressed("checkPermission", 100 * MILLI);
    assertTrue(limit.places() > 16, "slow by nature, not by load: " + limit.places());
  }

  @Test
  void fewCallsThatTakeVeryLongDoNotMakeAServerSlow() {
    quiet("ls", MILLI);
    for (int i = 0; i < 400; i++) {
      now += 5 * MILLI;
      limit.pressed();
      limit.answered("ls", false, i % 100 == 0 ? 1000 * MILLI : MILLI, now);
    }
    assertTrue(limit.places() > 16, limit.places() + " places");
  }

  @Test
  void anAnswerThatNeverCameCountsOnceATime() {
    now += 1000 * MILLI;
    limit.late(now);
    limit.late(now);
    assertEquals(11, limit.places());
  }

  @Test
  void aServerThatIsNeverQuietIsLookedAtAloneAfterAWhile() {
    quiet("ls", MILLI);
    int fewest = Integer.MAX_VALUE;
    for (int i = 0; i < 2400; i++) {
      now += 5 * MILLI;
      limit.pressed();
      // the disk has become slower: twice the time, alone as well
      limit.answered("ls", limit.places() <= AdaptiveLimit.QUIET, 2 * MILLI, now);
      fewest = Math.min(fewest, limit.places());
    }
    assertEquals(2, fewest);
    pressed("ls", 2 * MILLI);
    assertTrue(limit.places() > 16, "what is usual was learnt anew: " + limit.places());
  }
}
