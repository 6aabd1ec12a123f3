package org.bora.server.wire;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class ThreadsTest {

  /** Else two listings of a filesystem that hangs would stop those of all others. */
  @Test
  void nothing_that_looks_at_a_filesystem_holds_a_carrier_of_virtual_threads() throws Exception {
    try (Threads threads = Threads.start()) {
      for (Executor executor : List.of(threads.calls(), threads.listings(), threads.slow())) {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        executor.execute(() -> ran.complete(Thread.currentThread()));
        assertFalse(ran.get(10, SECONDS).isVirtual());
      }
    }
  }
}
