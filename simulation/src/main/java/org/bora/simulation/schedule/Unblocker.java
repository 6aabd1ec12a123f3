package org.bora.simulation.schedule;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Waits for the JDK's unblocker, the thread that hands virtual threads back to their executor after
 * they waited for a monitor. It does so shortly after the monitor was left. Until then, a thread
 * that can continue is missing from the ready ones, and the next choice would depend on the
 * machine.
 */
final class Unblocker {
  private Unblocker() {}

  /** Returns when all threads that have been given a monitor are back at their executor. */
  static void settle() throws InterruptedException {
    // it takes all waiting threads at once, in any order: the threads taken together with our first
    // one are all back when it begins with our second one
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
