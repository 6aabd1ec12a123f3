package org.bora.server.wire;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

final class ServingThreadsTest {

  @Test
  void calls_hold_no_carrier_of_virtual_threads() throws Exception {
    try (ServingThreads threads = new ServingThreads()) {
      CompletableFuture<Thread> ran = new CompletableFuture<>();
      threads.execute(() -> ran.complete(Thread.currentThread()));
      assertFalse(ran.get(10, SECONDS).isVirtual());
    }
  }

  @Test
  void what_comes_while_all_are_busy_runs_all_the_same() throws Exception {
    CountDownLatch hold = new CountDownLatch(1);
    try (ServingThreads threads = new ServingThreads(1)) {
      threads.execute(() -> awaitQuietly(hold));
      CompletableFuture<Thread> ran = new CompletableFuture<>();
      threads.execute(() -> ran.complete(Thread.currentThread()));
      assertTrue(ran.get(10, SECONDS).isVirtual());
    } finally {
      hold.countDown();
    }
  }

  @Test
  void nothing_begins_after_the_end() {
    ServingThreads threads = new ServingThreads();
    threads.close();
    assertThrows(RejectedExecutionException.class, () -> threads.execute(() -> {}));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
