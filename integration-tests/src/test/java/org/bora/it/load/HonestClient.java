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

  private final Callable<String> question;
  private final Thread thread;
  private final List<Duration> took = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean over;
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param question connects, asks, and says what is wrong with the answer; nothing where it is
   *     right
   */
  HonestClient(Callable<String> question) {
    this.question = question;
    this.thread = Thread.ofPlatform().name("honest client").start(this::run);
  }

  private void run() {
    while (!over) {
      long began = System.nanoTime();
      try {
        String wrong = question.call();
        if (!wrong.isEmpty()) {
          failures.add(wrong);
        }
      } catch (Exception failed) {
        failures.add(failed.toString());
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

  /** How each question failed that was not answered as it should; empty where none did. */
  List<String> failures() {
    return List.copyOf(failures);
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
