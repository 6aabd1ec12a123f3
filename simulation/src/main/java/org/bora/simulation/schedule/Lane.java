package org.bora.simulation.schedule;

import java.util.concurrent.Executor;

/** A thread of a run. It is the thread's executor, to which the JDK hands each next step. */
final class Lane implements Executor {
  private final Threads threads;
  private final String process;
  private final String name;
  private final long number;
  private final String shown;
  private Thread thread;

  /** The JDK's unblocker reads this, too. */
  private volatile boolean dead;

  Lane(Threads threads, String process, String name, long number) {
    this.threads = threads;
    this.process = process;
    this.name = name;
    this.number = number;
    this.shown = process + "/" + name + "-" + number;
  }

  Thread make(Runnable task) {
    thread = ThreadMaker.make(this, name, task);
    return thread;
  }

  @Override
  public void execute(Runnable step) {
    threads.ready(this, step);
  }

  void kill() {
    dead = true;
  }

  boolean isDead() {
    return dead;
  }

  /** Whether the thread has ended without being killed. */
  boolean hasEnded() {
    return !dead && thread.getState() == Thread.State.TERMINATED;
  }

  String process() {
    return process;
  }

  long number() {
    return number;
  }

  Thread thread() {
    return thread;
  }

  @Override
  public String toString() {
    return shown;
  }
}
