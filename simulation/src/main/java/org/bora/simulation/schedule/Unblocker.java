package org.bora.simulation.schedule;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for the thread of the JDK that hands virtual threads back to their executor after they
 * waited for a monitor. It does so a little after the monitor was left, so a thread that is free to
 * go on may be missing from those that are ready: which would be chosen next would depend on the
 * machine.
 */
final class Unblocker {
  private Unblocker() {}

  /** Returns when all threads that had a monitor left to them are back at their executor. */
  static void settle() throws InterruptedException {
    // it takes all that are waiting at once, in any order: those taken together with the first of
    // ours are all back when it begins with the second
    passThrough();
    passThrough();
  }

  private static void passThrough() throws InterruptedException {
    BlockingQueue<Runnable> steps = new LinkedBlockingQueue<>();
    Object monitor = new Object();
    Thread holder =
        ThreadMaker.make(
            steps::add,
            "holder",
            () -> {
              synchronized (monitor) {
                LockSupport.park(monitor);
              }
            });
    Thread waiter =
        ThreadMaker.make(
            steps::add,
            "waiter",
            () -> {
              synchronized (monitor) {
                monitor.notifyAll();
              }
            });
    holder.start();
    steps.take().run();
    waiter.start();
    steps.take().run();
    LockSupport.unpark(holder);
    steps.take().run();
    steps.take().run();
  }
}
