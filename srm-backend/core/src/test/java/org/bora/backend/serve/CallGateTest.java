package org.bora.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CallGateTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final CallGate gate = new CallGate();

  @Test
  void whoIsInsideIsWaitedForAndNobodyElseComesIn() throws InterruptedException {
    assertTrue(gate.enter());
    assertTrue(gate.enter());
    gate.shut();
    assertFalse(gate.enter());
    assertEquals(2, gate.inside());
    assertFalse(gate.awaitEmpty(Duration.ZERO));
    Thread leaving =
        Thread.ofPlatform()
            .start(
                () -> {
                  gate.leave();
                  gate.leave();
                });
    assertTrue(gate.awaitEmpty(LONG));
    leaving.join();
    gate.open();
    assertTrue(gate.enter());
  }

  @Test
  void nobodyIsInsideUnseenWhenItHasBeenSeenEmpty() throws InterruptedException {
    for (int round = 0; round < 200; round++) {
      CallGate each = new CallGate();
      AtomicInteger working = new AtomicInteger();
      Thread caller =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (each.enter()) {
                      working.incrementAndGet();
                      working.decrementAndGet();
                      each.leave();
                    }
                  });
      each.shut();
      assertTrue(each.awaitEmpty(LONG));
      assertEquals(0, working.get(), "a call works behind a gate that was seen empty");
      caller.join();
    }
  }
}
