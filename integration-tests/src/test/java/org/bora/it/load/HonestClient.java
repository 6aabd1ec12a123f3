package org.bora.it.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks again and again, each time on a new connection, and notes how long the answer took. A thread
 * of its own, from its making until it is closed.
 */
final class HonestClient implements AutoCloseable {

  /** As a user's tool does, and not as a load. */
  private static final Duration BETWEEN = Duration.ofMillis(20);

  private final Callable<Boolean> question;
  private final Thread thread;
  private final List<Duration> took = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean over;
  private volatile String failure = "";

  /**
   * @param question connects, asks, and says whether the answer is the right one
   */
  HonestClient(Callable<Boolean> question) {
    this.question = question;
    this.thread = Thread.ofPlatform().name("honest client").start(this::run);
  }

  private void run() {
    while (!over) {
      long began = System.nanoTime();
      try {
        if (!question.call()) {
          failure = "a wrong answer";
        }
      } catch (Exception failed) {
        failure = failed.toString();
      }
      took.add(Duration.ofNanos(System.nanoTime() - began));
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  /** Waits until it has asked so many times more. */
  void awaitMore(int times) {
    int enough = took.size() + times;
    while (took.size() < enough) {
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }

  /** What came before does not count: a client is slow when it is new. */
  void forget() {
    took.clear();
  }

  /** Why a question was not answered; empty where all were. */
  String failure() {
    return failure;
  }

  int asked() {
    return took.size();
  }

  Duration longest() {
    return Collections.max(took);
  }

  Duration median() {
    List<Duration> sorted = new ArrayList<>(took);
    Collections.sort(sorted);
    return sorted.get(sorted.size() / 2);
  }

  @Override
  public void close() {
    over = true;
    while (thread.isAlive()) {
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
  }
}
