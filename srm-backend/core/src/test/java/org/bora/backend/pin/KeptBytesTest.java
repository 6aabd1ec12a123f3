package org.bora.backend.pin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KeptBytesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final long MOST = 1000;

  private final KeptBytes kept = new KeptBytes();
  private long inBooks;
  private long pins = 1;
  private int asked;

  private long ask(String caller, long more, Instant now) {
    return kept.of(
        caller,
        "tape",
        MOST,
        more,
        now,
        () -> {
          asked++;
          return new PinTable.Kept(inBooks, pins);
        });
  }

  private void letIn(long bytes) {
    inBooks += bytes;
    kept.add("alice", "tape", bytes);
  }

  @Test
  void smallAdditionsAreLetInWithoutANewSum() {
    inBooks = 200;
    for (int n = 0; n < 10; n++) {
      assertEquals(200 + n * 10, ask("alice", 10, NOW));
      letIn(10);
    }
    assertEquals(1, asked);
  }

  @Test
  void nearTheLimitEachQuestionAddsUpAnew() {
    inBooks = 993;
    for (int n = 1; n <= 3; n++) {
      assertEquals(992 + n, ask("alice", 1, NOW));
      letIn(1);
      assertEquals(n, asked);
    }
  }

  @Test
  void aReleaseCountsAtOnceForACallerWhoHasAll() {
    inBooks = MOST;
    assertEquals(MOST, ask("alice", 0, NOW));
    inBooks = 10;
    assertEquals(10, ask("alice", 0, NOW));
  }

  @Test
  void aSumIsForgottenAfterFiveSeconds() {
    ask("alice", 1, NOW);
    inBooks = 900;
    assertEquals(0, ask("alice", 1, NOW.plus(KeptBytes.REMEMBERED).minusMillis(1)));
    assertEquals(900, ask("alice", 1, NOW.plus(KeptBytes.REMEMBERED)));
  }

  @Test
  void aSumOfManyPinsIsRememberedForLonger() {
    pins = 100 * KeptBytes.PINS_A_SECOND;
    ask("alice", 1, NOW);
    inBooks = 900;
    assertEquals(0, ask("alice", 1, NOW.plusSeconds(100).minusMillis(1)));
    assertEquals(900, ask("alice", 1, NOW.plusSeconds(100)));
  }

  @Test
  void oneCallersSumSaysNothingOfAnother() {
    ask("alice", 1, NOW);
    inBooks = 500;
    assertEquals(500, ask("bob", 1, NOW));
  }

  @Test
  void eightBackendsThatSeeNothingOfEachOtherStayWithinTheLimit() {
    inBooks = 120;
    long before = inBooks;
    long letIn = 0;
    for (int backend = 0; backend < 8; backend++) {
      letIn += withoutANewSum(new KeptBytes(), before);
    }
    assertTrue(before + letIn <= MOST, before + " and " + letIn);
  }

  /** Bytes that one backend lets in, one by one, until it adds up again. */
  private static long withoutANewSum(KeptBytes backend, long before) {
    AtomicInteger sums = new AtomicInteger();
    long letIn = 0;
    while (true) {
      backend.of(
          "alice",
          "tape",
          MOST,
          1,
          NOW,
          () -> {
            sums.incrementAndGet();
            return new PinTable.Kept(before, 1);
          });
      if (sums.get() > 1) {
        return letIn;
      }
      backend.add("alice", "tape", 1);
      letIn++;
    }
  }
}
