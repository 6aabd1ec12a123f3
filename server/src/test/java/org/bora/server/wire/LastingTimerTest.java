package org.bora.server.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LastingTimerTest {
  private final LastingTimer timer = new LastingTimer(1, "test");
  private final CountDownLatch runs = new CountDownLatch(3);

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  private void overflows() {
    runs.countDown();
    throw new StackOverflowError("for the test");
  }

  @Test
  void workThatFailsIsDoneAgainInItsTime() throws InterruptedException {
    ScheduledFuture<?> work =
        timer.scheduleWithFixedDelay(this::overflows, 0, 1, TimeUnit.MILLISECONDS);
    assertTrue(runs.await(1, TimeUnit.MINUTES));
    assertFalse(work.isDone());
  }

  @Test
  void workAtAFixedRateToo() throws InterruptedException {
    ScheduledFuture<?> work =
        timer.scheduleAtFixedRate(this::overflows, 0, 1, TimeUnit.MILLISECONDS);
    assertTrue(runs.await(1, TimeUnit.MINUTES));
    assertFalse(work.isDone());
  }
}
