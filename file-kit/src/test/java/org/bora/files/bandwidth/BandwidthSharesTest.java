package org.bora.files.bandwidth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The time is simulated: nothing waits here. */
class BandwidthSharesTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int BLOCK = 1000;

  /** Bytes per second: a block takes a second. */
  private static final long RATE = BLOCK;

  private static final long MOST_AHEAD = 20 * SECOND;

  private final BandwidthShares<String> shares = new BandwidthShares<>();
  private long now = Long.MAX_VALUE - 5 * SECOND; // the clock overflows on the way

  private BandwidthShares.Turn<String> enter(String caller) {
    return shares.enter(caller, caller, BLOCK, now);
  }

  private void take(BandwidthShares.Turn<String> turn) {
    shares.take(turn, RATE, MOST_AHEAD, now);
  }

  /** Waits as long as the next turn has to, and lets it take the line. */
  private String serve() {
    now += Math.max(0, shares.delay(now));
    BandwidthShares.Turn<String> turn = shares.next().orElseThrow();
    take(turn);
    return turn.who();
  }

  private List<String> serve(int turns) {
    List<String> order = new ArrayList<>();
    for (int n = 0; n < turns; n++) {
      order.add(serve());
    }
    return order;
  }

  /** Serves callers that always wait with so many connections each. */
  private Map<String, Integer> play(int turns, Map<String, Integer> connections) {
    connections.forEach(
        (caller, count) -> {
          for (int n = 0; n < count; n++) {
            enter(caller);
          }
        });
    Map<String, Integer> served = new HashMap<>();
    for (int n = 0; n < turns; n++) {
      String caller = serve();
      served.merge(caller, 1, Integer::sum);
      enter(caller);
    }
    return served;
  }

  @Test
  void callersHaveEqualSharesHoweverManyConnectionsTheyHave() {
    assertEquals(Map.of("a", 100, "b", 100), play(200, Map.of("a", 50, "b", 1)));
  }

  @Test
  void theLineIsNeverEmptyAndNeverOverfull() {
    long begun = now;
    play(100, Map.of("a", 3, "b", 3));
    long seconds = 99 * SECOND - BandwidthShares.AHEAD_NANOS;
    assertEquals(seconds, now - begun, "the last of 100 blocks begins after 99 s");
  }

  @Test
  void whatOneCallerDoesNotWantTheOtherHas() {
    long begun = now;
    enter("a");
    enter("a");
    enter("b");
    serve(3);
    for (int n = 0; n < 10; n++) {
      enter("a");
      assertEquals("a", serve());
    }
    assertEquals(12 * SECOND - BandwidthShares.AHEAD_NANOS, now - begun, "all of the line");
  }

  @Test
  void whoComesLaterIsOwedNothing() {
    play(100, Map.of("a", 2)); // two of a wait
    enter("a");
    for (int n = 0; n < 4; n++) {
      enter("b");
    }
    List<String> order = serve(6);
    assertEquals(3, order.stream().filter("b"::equals).count(), order::toString);
    assertTrue(order.subList(0, 2).contains("b"), () -> "nor does it wait for all: " + order);
  }

  @Test
  void whoHasNotWaitedHasHadItsShareAllTheSame() {
    enter("a");
    BandwidthShares.Turn<String> impatient = enter("a");
    enter("b");
    enter("b");
    enter("b");
    take(impatient);
    enter("a");
    List<String> order = serve(5);
    assertEquals(List.of("a", "b", "b", "b", "a"), order, "a has had two before its third");
  }

  @Test
  void turnsThatDoNotWaitCloseTheLineForALimitedTime() {
    for (int n = 0; n < 100; n++) {
      take(enter("a"));
    }
    enter("b");
    assertEquals(MOST_AHEAD - BandwidthShares.AHEAD_NANOS, shares.delay(now));
    shares.free(now);
    assertTrue(shares.delay(now) <= 0);
  }

  @Test
  void aLineThatWasIdleRemembersNoDebts() {
    play(10, Map.of("a", 1));
    serve();
    now += 10 * SECOND;
    enter("a");
    enter("b");
    assertTrue(shares.delay(now) <= 0);
    assertEquals(List.of("a", "b"), serve(2), "first come, first served");
  }

  @Test
  void callersThatHaveLeftAreForgotten() {
    enter("z");
    for (int wave = 0; wave < 100; wave++) {
      for (int n = 0; n < 100; n++) {
        enter("caller " + wave + "/" + n);
        enter("caller " + wave + "/" + n);
      }
      serve(200);
    }
    assertTrue(shares.known() < 1500, () -> shares.known() + " callers are known");
  }
}
