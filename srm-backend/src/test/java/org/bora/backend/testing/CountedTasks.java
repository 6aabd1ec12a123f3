package org.bora.backend.testing;

import java.util.concurrent.Executor;

/** Runs every task on a virtual thread, and can be waited for until none runs any more. */
public final class CountedTasks implements Executor {
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

  /** Returns when no task runs; one that began another counts until both have ended. */
  public synchronized void settle() throws InterruptedException {
    while (running > 0) {
      wait();
    }
  }
}
