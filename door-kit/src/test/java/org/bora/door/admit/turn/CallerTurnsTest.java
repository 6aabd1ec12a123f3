package org.bora.door.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class CallerTurnsTest {

  private final List<String> order = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch go = new CountDownLatch(1);

  /** The one place is taken; then calls of these callers come, each when the one before waits. */
  private List<String> orderOf(String... callers) throws InterruptedException {
    CallerTurns turns = new CallerTurns(1);
    CountDownLatch taken = new CountDownLatch(1);
    try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
      calls.execute(
          () -> {
            try (CallerTurns.Turn _ = turns.turn("the first")) {
              taken.countDown();
              await(go);
            }
          });
      taken.await();
      for (int i = 0; i < callers.length; i++) {
        String caller = callers[i];
        calls.execute(
            () -> {
              try (CallerTurns.Turn _ = turns.turn(caller)) {
                order.add(caller);
              }
            });
        while (turns.waiting() <= i) {
          Thread.onSpinWait();
        }
      }
      go.countDown();
    }
    return List.copyOf(order);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCallerWithOneCallIsNotBehindAllOfOneWithMany() throws InterruptedException {
    assertEquals(
        List.of("many", "one", "many", "many", "many"),
        orderOf("many", "many", "many", "many", "one"));
  }

  @Test
  void callersTakeTurnsOneByOne() throws InterruptedException {
    assertEquals(List.of("a", "b", "c", "a", "b", "a"), orderOf("a", "a", "a", "b", "b", "c"));
  }

  @Test
  void aTurnIsGivenBackOnce() {
    CallerTurns turns = new CallerTurns(1);
    CallerTurns.Turn first = turns.turn("a");
    first.close();
    CallerTurns.Turn second = turns.turn("b");
    first.close();
    assertEquals(0, turns.free());
    second.close();
    assertEquals(1, turns.free());
  }
}
