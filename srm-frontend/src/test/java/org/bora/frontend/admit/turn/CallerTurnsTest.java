package org.bora.frontend.admit.turn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

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
          () ->
              turns.during(
                  "the first",
                  () -> {
                    taken.countDown();
                    return await(go);
                  }));
      taken.await();
      for (int i = 0; i < callers.length; i++) {
        String caller = callers[i];
        calls.execute(() -> turns.during(caller, () -> order.add(caller)));
        while (turns.waiting() <= i) {
          Thread.onSpinWait();
        }
      }
      go.countDown();
    }
    return List.copyOf(order);
  }

  private static boolean await(CountDownLatch latch) {
    try {
      latch.await();
      return true;
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
  void workThatFailsGivesItsPlaceBack() {
    CallerTurns turns = new CallerTurns(1);
    assertThrows(
        IllegalStateException.class,
        () ->
            turns.during(
                "a",
                () -> {
                  throw new IllegalStateException("broken");
                }));
    assertEquals("done", turns.during("b", () -> "done"));
  }
}
