package org.bora.backend.duty;

import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeated work for one area, one tape library or one table. Each round runs in the background, in
 * parallel with all other rounds, and never twice at a time: work that hangs in a filesystem or
 * tape system delays only itself, and occupies one thread. Thread safe.
 */
public final class Round {
  private static final Logger LOG = LoggerFactory.getLogger(Round.class);

  private final String name;
  private final Runnable work;
  private final Executor executor;
  private final AtomicBoolean busy = new AtomicBoolean();

  /**
   * @param name for the log: the work, and its area or library
   * @param work may block; a failure is logged, and the next round tries again
   * @param executor runs a thread for each round
   */
  public Round(String name, Runnable work, Executor executor) {
    this.name = Objects.requireNonNull(name, "name");
    this.work = Objects.requireNonNull(work, "work");
    this.executor = Objects.requireNonNull(executor, "executor");
  }

  /** Begins a round and returns at once; does nothing while the round before still runs. */
  public void begin() {
    if (!busy.compareAndSet(false, true)) {
      return;
    }
    try {
      executor.execute(this::run);
    } catch (RejectedExecutionException e) {
      busy.set(false);
      LOG.debug("{}: not begun, the process stops", name, e);
    }
  }

  private void run() {
    try {
      work.run();
    } catch (RuntimeException e) {
      LOG.error("{}: failed, the next round tries again", name, e);
    } finally {
      busy.set(false);
    }
  }

  /** Whether a round runs. */
  public boolean isBusy() {
    return busy.get();
  }
}
