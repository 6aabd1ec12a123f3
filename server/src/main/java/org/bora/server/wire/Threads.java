package org.bora.server.wire;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The executors of a process.
 *
 * @param calls a thread for every task; tasks may block, also in the filesystem: one that hangs
 *     there would keep the carrier of a virtual thread, of which there are as many as processors
 * @param listings the same for srmLs, which is too frequent for a thread of its own
 * @param timer for short repeated work
 * @param slow for repeated work that may take minutes: sweeps
 */
record Threads(
    ExecutorService calls,
    ServingThreads listings,
    ScheduledExecutorService timer,
    ScheduledExecutorService slow)
    implements AutoCloseable {

  static Threads start() {
    return new Threads(
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().name("call-", 0).factory()),
        new ServingThreads(),
        new LastingTimer(2, "timer"),
        new LastingTimer(1, "sweep"));
  }

  @Override
  public void close() {
    timer.shutdownNow();
    slow.shutdownNow();
    listings.close();
    calls.shutdownNow();
  }
}
