package org.bora.simulation.sql;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** Admits one thread at a time to the database. */
final class Gate {
  private final ReentrantLock lock = new ReentrantLock();

  void enter() {
    lock.lock();
  }

  void leave() {
    lock.unlock();
  }

  void inside(Runnable work) {
    enter();
    try {
      work.run();
    } finally {
      leave();
    }
  }

  <T> T ask(Supplier<T> work) {
    enter();
    try {
      return work.get();
    } finally {
      leave();
    }
  }
}
