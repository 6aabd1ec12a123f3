package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.bora.api.WorkClass;
import org.junit.jupiter.api.Test;

/** Who is let in, who waits and who is told to come again, in time that is set. */
class GateTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private long now;
  private final Gate gate = gate(new RetryTimes(() -> 1L << 63));
  private final Deque<Waiter> inside = new ArrayDeque<>();
  private final List<Waiter> line = new ArrayList<>();

  private Gate gate(RetryTimes retries) {
    return new Gate(WorkClass.READ, settings(Duration.ofSeconds(30), 1), () -> now, retries);
  }

  private static TurnSettings settings(Duration patience, int places) {
    return new TurnSettings(patience, new TurnSettings.Places(places, places), Map.of());
  }

  private Waiter arrive(String caller, long leftNanos) {
    Waiter waiter = new Waiter("vo", caller, "ls", Thread.currentThread());
    gate.arrive(waiter, leftNanos);
    if (waiter.isWaiting()) {
      line.add(waiter);
    } else if (waiter.turn() instanceof Turn.Held) {
      inside.add(waiter);
    }
    return waiter;
  }

  /** Whoever is inside leaves; whose turn it is then comes in. */
  private void leave() {
    ((Turn.Held) inside.remove().turn()).close();
    for (Waiter waiter : List.copyOf(line)) {
      if (waiter.turn() instanceof Turn.Held) {
        line.remove(waiter);
        inside.add(waiter);
      }
    }
  }

  /** A line that moves ten times a second, for long enough to be known. */
  private void moveTenTimesASecond(int waiting) {
    for (int i = 0; i <= waiting + 40; i++) {
      arrive("/CN=crowd", 3600 * SECOND);
    }
    for (int i = 0; i < 40; i++) {
      now += SECOND / 10;
      leave();
    }
    assertEquals(waiting, line.size());
  }

  @Test
  void whoFindsAPlaceDoesNotWait() {
    assertInstanceOf(Turn.Held.class, arrive("/CN=a", SECOND).turn());
    assertTrue(arrive("/CN=b", SECOND).isWaiting());
    leave();
    assertEquals("/CN=b", inside.getFirst().caller);
    assertEquals(1, gate.figures().inside());
  }

  @Test
  void whoWouldWaitTooLongIsToldAtOnceWhenItsTurnWouldHaveBeen() {
    moveTenTimesASecond(200);

    Turn.Refused refused =
        assertInstanceOf(Turn.Refused.class, arrive("/CN=crowd", 15 * SECOND).turn());
    assertEquals(Duration.ofSeconds(20), refused.retryIn());
    assertTrue(refused.own(), "only its own calls are before it");
    assertTrue(arrive("/CN=crowd", 25 * SECOND).isWaiting());
  }

  @Test
  void patienceEndsTheLineWhereCallsHaveMoreTime() {
    moveTenTimesASecond(299);

    assertTrue(arrive("/CN=crowd", 60 * SECOND).isWaiting() == false, "just over 30 s");
    assertTrue(arrive("/CN=modest", 60 * SECOND).isWaiting(), "who is new waits for one");
  }

  @Test
  void aLineWhosePaceIsNotKnownTakesAll() {
    for (int i = 0; i < 2500; i++) {
      arrive("/CN=crowd", 60 * SECOND);
    }
    assertEquals(2499, gate.figures().waitingInAll());
    assertEquals(0, gate.figures().refused());
  }

  @Test
  void clientsAreNotSentAwayInStep() {
    SplittableRandom random = new SplittableRandom(3);
    RetryTimes retries = new RetryTimes(random);
    List<Duration> told = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      told.add(retries.after(Duration.ofSeconds(100)));
    }
    assertTrue(told.stream().allMatch(t -> t.toSeconds() >= 75 && t.toSeconds() <= 125), "" + told);
    assertTrue(told.stream().distinct().count() > 25, "" + told);
    assertEquals(Duration.ofSeconds(1), retries.after(Duration.ZERO));
    assertTrue(retries.after(Duration.ofDays(1)).toMinutes() <= 13);
  }

  @Test
  void whoGaveUpIsNotCalledAndOneWhoWasCalledCannotGiveUp() {
    arrive("/CN=a", SECOND);
    Waiter gaveUp = arrive("/CN=b", SECOND);
    Waiter called = arrive("/CN=c", SECOND);
    gate.giveUp(gaveUp);
    leave();
    gate.giveUp(called);

    assertInstanceOf(Turn.Refused.class, gaveUp.turn());
    assertInstanceOf(Turn.Held.class, called.turn());
    assertEquals(1, gate.figures().inside());
    assertEquals(1, gate.figures().refused());
  }

  @Test
  void morePlacesAreFilledAtOnceAndFewerWhenCallsEnd() {
    for (int i = 0; i < 10; i++) {
      arrive("/CN=a", 60 * SECOND);
    }
    gate.change(settings(Duration.ofSeconds(30), 4));
    assertEquals(4, gate.figures().inside());
    gate.change(settings(Duration.ofSeconds(30), 1));
    assertEquals(4, gate.figures().inside());
    leave();
    assertEquals(3, gate.figures().inside());
  }

  @Test
  void aServerThatStopsBringsTheEndOfEveryWaitNearer() {
    arrive("/CN=a", 60 * SECOND);
    Waiter waits = arrive("/CN=b", 60 * SECOND);
    assertEquals(now + 30 * SECOND, waits.until);
    gate.close(Duration.ofSeconds(5));
    assertEquals(now + 5 * SECOND, waits.until);
    now += 6 * SECOND;
    assertFalse(arrive("/CN=c", 60 * SECOND).isWaiting(), "too late to begin to wait");
    leave();
    assertNotEquals(0, gate.figures().inside(), "turns are given until the end");
  }
}
