package org.bora.backend.pin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.bora.backend.request.NameKey;
import org.bora.storage.spi.AreaPath;
import org.junit.jupiter.api.Test;

class KeptBytesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final long MOST = 1000;
  private static final KeptBytes.Key ALICE = new KeptBytes.Key("alice", "tape");

  private final Deque<Runnable> beside = new ArrayDeque<>();
  private final KeptBytes kept = new KeptBytes(beside::add);
  private long inBooks;
  private long pins = 1;
  private int asked;
  private int names;

  private long ask(String caller, long more, Instant now) {
    return kept.of(
        new KeptBytes.Key(caller, "tape"),
        MOST,
        Map.of(another(), more),
        now,
        new KeptBytes.Adding(this::sum, this::sum));
  }

  private PinTable.Kept sum() {
    asked++;
    if (inBooks < 0) {
      throw new IllegalStateException("no database");
    }
    return new PinTable.Kept(inBooks, pins);
  }

  private void letIn(long bytes) {
    inBooks += bytes;
    kept.add(ALICE, another(), bytes);
  }

  /** The name of a file that no request has named yet. */
  private NameKey another() {
    return name(names++);
  }

  private static NameKey name(int number) {
    return NameKey.of("tape", AreaPath.parse("file-" + number));
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
  void filesThatAreAskedForAgainCountOnce() {
    inBooks = 200;
    Map<NameKey, Long> files = Map.of(name(-1), 60L, name(-2), 30L);
    for (int n = 0; n < 50; n++) {
      kept.of(ALICE, MOST, files, NOW, new KeptBytes.Adding(this::sum, this::sum));
      files.forEach((file, size) -> kept.add(ALICE, file, size));
    }
    assertEquals(290, ask("alice", 1, NOW));
    assertEquals(1, asked);
    assertEquals(0, kept.more(ALICE, name(-1), 60));
    assertEquals(7, kept.more(ALICE, name(-3), 7));
  }

  @Test
  void aFileOnTapeAloneCountsWhenItHasCome() {
    ask("alice", 1, NOW);
    kept.add(ALICE, name(-1), 0);
    assertEquals(60, kept.more(ALICE, name(-1), 60));
  }

  @Test
  void moreFilesThanAreToldApartCountEachTime() {
    LetIn letIn = new LetIn();
    for (int round = 0; round < 2; round++) {
      for (int n = 0; n <= LetIn.FILES; n++) {
        letIn.add(name(n), 1);
      }
    }
    assertEquals(LetIn.FILES + 2, letIn.bytes());
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
  void anOldSumIsToldWhileOneIsMadeBeside() {
    Instant old = NOW.plus(KeptBytes.REMEMBERED);
    ask("alice", 1, NOW);
    inBooks = 900;
    assertEquals(0, ask("alice", 1, old.minusMillis(1)));
    assertEquals(0, beside.size());
    assertEquals(0, ask("alice", 1, old));
    assertEquals(0, ask("alice", 1, old));
    assertEquals(1, beside.size(), "one for all who ask");
    beside.remove().run();
    assertEquals(900, ask("alice", 1, old));
    assertEquals(2, asked);
  }

  @Test
  void whatIsLetInWhileASumIsMadeCountsBesides() {
    Instant old = NOW.plus(KeptBytes.REMEMBERED);
    ask("alice", 1, NOW);
    ask("alice", 1, old);
    kept.add(ALICE, another(), 30);
    inBooks = 200;
    beside.remove().run();
    assertEquals(230, ask("alice", 1, old));
  }

  @Test
  void aSumThatFailedIsTriedAgain() {
    Instant old = NOW.plus(KeptBytes.REMEMBERED);
    ask("alice", 1, NOW);
    ask("alice", 1, old);
    inBooks = -1;
    beside.remove().run();
    inBooks = 40;
    assertEquals(0, ask("alice", 1, old));
    beside.remove().run();
    assertEquals(40, ask("alice", 1, old));
  }

  @Test
  void aSumThatHangsIsWaitedForUntilTheLastOneEnds() {
    Instant end = NOW.plus(KeptBytes.REMEMBERED.multipliedBy(2));
    ask("alice", 1, NOW);
    ask("alice", 1, end.minusMillis(1));
    inBooks = 300;
    assertEquals(300, ask("alice", 1, end), "added up by the caller itself");
    beside.remove().run();
    assertEquals(300, ask("alice", 1, end));
    assertEquals(3, asked);
  }

  @Test
  void atTheEndOfTheProcessTheLastSumDoes() {
    KeptBytes atItsEnd =
        new KeptBytes(
            task -> {
              throw new RejectedExecutionException("shut down");
            });
    KeptBytes.Adding adding = new KeptBytes.Adding(this::sum, this::sum);
    inBooks = 40;
    assertEquals(40, atItsEnd.of(ALICE, MOST, Map.of(), NOW, adding));
    Instant old = NOW.plus(KeptBytes.REMEMBERED);
    assertEquals(40, atItsEnd.of(ALICE, MOST, Map.of(), old, adding));
    assertEquals(1, asked);
  }

  @Test
  void aSumThatShowsThatACallerHasAllIsNotTold() {
    Instant old = NOW.plus(KeptBytes.REMEMBERED);
    ask("alice", 1, NOW);
    ask("alice", 1, old);
    inBooks = MOST;
    beside.remove().run();
    inBooks = 10;
    assertEquals(10, ask("alice", 1, old), "a release counts at once");
  }

  @Test
  void aSumOfACallerMeanwhilePrevails() {
    Instant old = NOW.plus(KeptBytes.REMEMBERED);
    ask("alice", 1, NOW);
    ask("alice", 1, old);
    inBooks = 500;
    assertEquals(500, ask("alice", 900, old));
    inBooks = 1;
    beside.remove().run();
    assertEquals(500, ask("alice", 1, old));
  }

  @Test
  void aSumIsForgottenAfterTwiceFiveSeconds() {
    ask("alice", 1, NOW);
    inBooks = 900;
    Instant end = NOW.plus(KeptBytes.REMEMBERED.multipliedBy(2));
    assertEquals(0, ask("alice", 1, end.minusMillis(1)));
    assertEquals(900, ask("alice", 1, end));
  }

  @Test
  void aSumOfManyPinsIsRememberedForLonger() {
    pins = 100 * KeptBytes.PINS_A_SECOND;
    ask("alice", 1, NOW);
    inBooks = 900;
    assertEquals(0, ask("alice", 1, NOW.plusSeconds(100).minusMillis(1)));
    assertEquals(0, beside.size());
    assertEquals(0, ask("alice", 1, NOW.plusSeconds(200).minusMillis(1)));
    assertEquals(900, ask("alice", 1, NOW.plusSeconds(200)));
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
      letIn += withoutANewSum(new KeptBytes(Runnable::run), before);
    }
    assertTrue(before + letIn <= MOST, before + " and " + letIn);
  }

  /** Bytes that one backend lets in, one by one, until it adds up again. */
  private static long withoutANewSum(KeptBytes backend, long before) {
    AtomicInteger sums = new AtomicInteger();
    long letIn = 0;
    while (true) {
      Supplier<PinTable.Kept> sum =
          () -> {
            sums.incrementAndGet();
            return new PinTable.Kept(before, 1);
          };
      NameKey file = name(Math.toIntExact(letIn));
      backend.of(ALICE, MOST, Map.of(file, 1L), NOW, new KeptBytes.Adding(sum, sum));
      if (sums.get() > 1) {
        return letIn;
      }
      backend.add(ALICE, file, 1);
      letIn++;
    }
  }
}
