package org.bora.gridftp.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Runs the two logins of a copy and keeps its two listeners waiting until it may hear: what the
 * servers say of the transfer has not come through until then.
 */
final class Deaf implements Executor, AutoCloseable {

  private static final int LOGINS = 2;

  private final Executor executor;
  private final List<Runnable> waiting = new ArrayList<>();
  private int given;
  private boolean hears;

  Deaf(Executor executor) {
    this.executor = executor;
  }

  @Override
  public synchronized void execute(Runnable task) {
    if (given++ < LOGINS || hears) {
      executor.execute(task);
    } else {
      waiting.add(task);
    }
  }

  /** What was said comes through now. */
  synchronized void hear() {
    hears = true;
    waiting.forEach(executor::execute);
    waiting.clear();
  }

  @Override
  public void close() {
    hear();
  }
}
