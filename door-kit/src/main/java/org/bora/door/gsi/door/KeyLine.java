package org.bora.door.gsi.door;

import java.util.concurrent.Executor;

/**
 * The queue of connections that wait for the key of their delegation. A key costs as much as a
 * hundred handshakes, so only a few are made at a time. Callers take turns, and the connections of
 * one caller are served in order. Closed connections are skipped. Thread safe.
 */
final class KeyLine {

  private final Executor workers;
  private final int atOnce;
  private final KeyTurns<String, Runnable> waiting = new KeyTurns<>();
  private int working;

  /**
   * @param workers make the keys
   * @param atOnce how many keys are made at the same time
   */
  KeyLine(Executor workers, int atOnce) {
    this.workers = workers;
    this.atOnce = atOnce;
  }

  /**
   * Puts one in line.
   *
   * @param caller distinguished name
   * @param makesKey runs once on a worker, unless it leaves before; equal to itself alone
   */
  void join(String caller, Runnable makesKey) {
    synchronized (waiting) {
      waiting.add(caller, makesKey, 0);
      if (working == atOnce) {
        return;
      }
      working++;
    }
    workers.execute(this::work);
  }

  /** Removes a request from the line; without effect if it is not there. */
  void leave(String caller, Runnable makesKey) {
    synchronized (waiting) {
      waiting.remove(caller, makesKey);
    }
  }

  /** One key for each task, so that an error of one does not end the others. */
  private void work() {
    Runnable next;
    synchronized (waiting) {
      if (waiting.isEmpty()) {
        working--;
        return;
      }
      next = waiting.next();
    }
    try {
      next.run();
    } finally {
      workers.execute(this::work);
    }
  }
}
