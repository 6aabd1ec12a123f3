package org.bora.simulation.sql;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** The machine's threads, which wait for each other as they do for a server. */
final class RealPauses implements Pauses {
  private final Object monitor = new Object();

  @Override
  public void before(String process, String what) {
    // the machine schedules its threads as it likes
  }

  @Override
  public boolean await(BooleanSupplier condition, Duration most) {
    long end = System.nanoTime() + most.toNanos();
    synchronized (monitor) {
      while (!condition.getAsBoolean()) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        try {
          monitor.wait(left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return condition.getAsBoolean();
        }
      }
      return true;
    }
  }

  @Override
  public void changed() {
    synchronized (monitor) {
      monitor.notifyAll();
    }
  }
}
