package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.bora.api.WorkClass;
import org.bora.api.word.Call;
import org.bora.api.word.Caller;
import org.bora.api.word.Fqan;
import org.junit.jupiter.api.Test;

/** Turns on real threads: who waits is woken, whatever ends the wait. */
class FairTurnsTest {
  private static final Work LS = new Work("ls", WorkClass.READ);
  private static final Work PUT = new Work("prepareToPut", WorkClass.WRITE);

  private final FairTurns turns = turns(1);

  private static FairTurns turns(int places) {
    return turns(places, System::nanoTime);
  }

  private static FairTurns turns(int places, LongSupplier nanos) {
    return new FairTurns(
        new TurnSettings(Duration.ofHours(1), new TurnSettings.Places(places, places), Map.of()),
        Clock.systemUTC(),
        nanos,
        new RetryTimes(() -> 1L << 63));
  }

  @Test
  void whoWaitsIsWokenByWhoLeaves() throws Exception {
    Turn.Held first = assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), LS));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Turn> second = threads.submit(() -> turns.take(call("/CN=b", 60), LS));
      awaitWaiting(1);
      first.close();
      first.close();
      assertInstanceOf(Turn.Held.class, second.get(10, TimeUnit.SECONDS)).close();
    }
    assertEquals(0, reads().inside());
  }

  /** As when a lock had to be waited for meanwhile: its wake-up and that of the turn are one. */
  @Test
  void aTurnThatCameJustBeforeTheWaitIsSeenThoughItsWakeUpIsUsedUp() throws Exception {
    AtomicReference<FairTurns> raced = new AtomicReference<>();
    AtomicReference<Turn.Held> inside = new AtomicReference<>();
    raced.set(
        turns(
            1,
            () -> {
              if (inside.get() != null && reads(raced.get()).waitingInAll() == 1) {
                inside.getAndSet(null).close();
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
              }
              return System.nanoTime();
            }));
    inside.set(assertInstanceOf(Turn.Held.class, raced.get().take(call("/CN=a", 60), LS)));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Turn> turn = threads.submit(() -> raced.get().take(call("/CN=b", 60), LS));
      assertInstanceOf(Turn.Held.class, turn.get(10, TimeUnit.SECONDS)).close();
    }
  }

  @Test
  void oneClassOfWorkDoesNotWaitForAnother() {
    try (Turn.Held _ = assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), LS));
        Turn.Held _ = assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), PUT))) {
      assertEquals(1, reads().inside());
    }
  }

  @Test
  void whoseTimeIsOverIsToldToComeAgain() {
    try (Turn.Held _ = assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), LS))) {
      assertInstanceOf(Turn.Refused.class, turns.take(call("/CN=b", 0.05), LS));
      assertInstanceOf(Turn.Refused.class, turns.take(call("/CN=b", -1), LS));
      assertEquals(2, reads().refused());
      assertEquals(0, reads().waitingInAll());
    }
  }

  @Test
  void anInterruptEndsTheWaitAndStaysSet() throws Exception {
    try (Turn.Held _ = assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), LS));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Boolean> set =
          threads.submit(
              () -> {
                Thread.currentThread().interrupt();
                assertInstanceOf(Turn.Refused.class, turns.take(call("/CN=b", 60), LS));
                return Thread.currentThread().isInterrupted();
              });
      assertTrue(set.get(10, TimeUnit.SECONDS));
    }
  }

  @Test
  void aServerThatStopsSendsAwayWhoeverWaits() throws Exception {
    Turn.Held first = assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), LS));
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Turn>> waiting = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        Call call = call("/CN=" + i % 7, 60);
        waiting.add(threads.submit(() -> turns.take(call, LS)));
      }
      awaitWaiting(50);
      turns.close(Duration.ZERO);
      for (Future<Turn> one : waiting) {
        assertInstanceOf(Turn.Refused.class, one.get(10, TimeUnit.SECONDS));
      }
    }
    assertInstanceOf(Turn.Refused.class, turns.take(call("/CN=late", 60), LS));
    first.close();
    assertInstanceOf(Turn.Held.class, turns.take(call("/CN=a", 60), LS)).close();
  }

  /** Two thousand of one caller wait when nobody else is there, and all are served. */
  @Test
  void aCrowdOfOneCallerIsServedToTheLast() throws Exception {
    FairTurns few = turns(3);
    AtomicInteger served = new AtomicInteger();
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Callable<Void>> crowd = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      crowd.add(
          () -> {
            try (Turn.Held _ =
                assertInstanceOf(Turn.Held.class, few.take(call("/CN=crowd", 60), LS))) {
              most.accumulateAndGet(inside.incrementAndGet(), Math::max);
              LockSupport.parkNanos(1000);
              inside.decrementAndGet();
              served.incrementAndGet();
            }
            return null;
          });
    }
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Void> one : threads.invokeAll(crowd)) {
        one.get();
      }
    }
    assertEquals(2000, served.get());
    assertTrue(most.get() <= 3, most + " at once");
  }

  /** Turns, time-outs and interrupts in any order: each call is decided once, nothing is lost. */
  @Test
  void everyCallLeavesOnceWhateverEndsItsWait() throws Exception {
    FairTurns few = turns(2);
    SplittableRandom random = new SplittableRandom(11);
    AtomicInteger held = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      Call call = call("/CN=" + random.nextInt(9), random.nextInt(3) == 0 ? 0.002 : 60);
      boolean interrupted = random.nextInt(4) == 0;
      Thread thread =
          Thread.ofVirtual()
              .start(
                  () -> {
                    switch (few.take(call, LS)) {
                      case Turn.Held turn -> {
                        held.incrementAndGet();
                        LockSupport.parkNanos(1000);
                        turn.close();
                      }
                      case Turn.Refused _ -> refused.incrementAndGet();
                    }
                  });
      if (interrupted) {
        thread.interrupt();
      }
      threads.add(thread);
    }
    for (Thread thread : threads) {
      assertTrue(thread.join(Duration.ofSeconds(20)), "a call is still waiting");
    }
    GateFigures figures = reads(few);
    assertEquals(3000, held.get() + refused.get());
    assertEquals(held.get(), figures.given());
    assertEquals(refused.get(), figures.refused());
    assertEquals(0, figures.inside());
    assertEquals(0, figures.waitingInAll());
    assertFalse(held.get() == 0 || refused.get() == 0, held + " and " + refused);
  }

  private GateFigures reads() {
    return reads(turns);
  }

  private static GateFigures reads(FairTurns of) {
    return of.figures().stream()
        .filter(figures -> figures.kind() == WorkClass.READ)
        .findFirst()
        .orElseThrow();
  }

  private void awaitWaiting(int count) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (reads().waitingInAll() < count) {
      assertTrue(System.nanoTime() < deadline, reads().toString());
      Thread.onSpinWait();
    }
  }

  private static Call call(String dn, double seconds) {
    Caller caller = new Caller(dn, "/CN=CA", List.of(Fqan.parse("/testvo")), "::1");
    return new Call(caller, Instant.now().plusMillis((long) (seconds * 1000)), "t");
  }
}
