package org.bora.backend.testing;

import java.time.Duration;
import java.util.concurrent.Executor;

/** Runs every task on a virtual thread, and can be waited for until none runs any more. */
public final class CountedTasks implements Executor {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private int running;
  private int begun;

  @Override
  public synchronized void execute(Runnable task) {
    running++;
    begun++;
    Thread.startVirtualThread(
        () -> {
          try {
            task.run();
          } finally {
            ended();
          }
        });
  }

  private synchronized void ended() {
    running--;
    notifyAll();
  }

  /** How many tasks there were so far. */
  public synchronized int begun() {
    return begun;
  }

  /**
   * Returns when no task runs; one that began another counts until both have ended.
   *
   * @throws AssertionError if they do not end within a minute
   */
  public synchronized void settle() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (running > 0) {
      long leftMillis = (deadline - System.nanoTime()) / 1_000_000;
      if (leftMillis <= 0) {
        throw new AssertionError(running + " tasks still run after " + PATIENCE.toSeconds() + " s");
      }
      wait(leftMillis);
    }
  }
}
