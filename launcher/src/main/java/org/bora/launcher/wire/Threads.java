package org.bora.launcher.wire;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The executors of a process.
 *
 * @param calls a virtual thread for every task; tasks may block
 * @param timer for short repeated work
 * @param slow for repeated work that may take minutes: sweeps
 */
record Threads(ExecutorService calls, ScheduledExecutorService timer, ScheduledExecutorService slow)
    implements AutoCloseable {

  static Threads start() {
    return new Threads(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("call-", 0).factory()),
        Executors.newScheduledThreadPool(
            2, Thread.ofPlatform().daemon().name("timer-", 0).factory()),
        Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("sweep-", 0).factory()));
  }

  @Override
  public void close() {
    timer.shutdownNow();
    slow.shutdownNow();
    calls.shutdownNow();
  }
}
