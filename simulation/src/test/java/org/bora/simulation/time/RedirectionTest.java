package org.bora.simulation.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bora.backend.TimedCode;
import org.bora.simulation.schedule.Choices;
import org.bora.simulation.schedule.Scheduler;
import org.junit.jupiter.api.Test;

class RedirectionTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private final Scheduler scheduler =
      new Scheduler(Choices.seeded(1), Instant.parse("2026-11-20T12:00:00Z"));
  private final TimedCode product = new TimedCode();

  @FunctionalInterface
  private interface Work {
    void run() throws Exception;
  }

  /** An hour of real time is more than the test has. */
  private void takes(Duration time, Work work) {
    scheduler.run(
        () -> {
          long began = scheduler.nanos();
          try {
            work.run();
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
          long nanos = scheduler.nanos() - began;
          assertTrue(Math.abs(nanos - time.toNanos()) < 1_000_000, nanos + " ns");
        });
  }

  @Test
  void aSleepTakesSimulatedTime() {
    takes(HOUR.multipliedBy(2), () -> product.sleep(HOUR));
  }

  @Test
  void aSleepInUnitsTakesSimulatedTime() {
    takes(HOUR, () -> product.sleep(TimeUnit.MINUTES, 60));
  }

  @Test
  void aWaitForAMonitorThatNobodyNotifiesTakesSimulatedTime() {
    takes(HOUR, () -> product.await(new Object(), HOUR.toMillis()));
  }

  @Test
  void theProductsClockIsTheRuns() {
    takes(
        HOUR,
        () -> {
          long began = product.nanos();
          long millis = product.millis();
          scheduler.sleep(HOUR);
          assertEquals(HOUR.toSeconds(), (product.nanos() - began) / 1_000_000_000);
          assertEquals(HOUR.toSeconds(), (product.millis() - millis) / 1000);
          assertTrue(Math.abs(product.nanos() - product.clock().getAsLong()) < 1_000_000);
        });
  }

  @Test
  void aWaitThatIsInVainEndsAfterItsTime() {
    ReentrantLock lock = new ReentrantLock();
    Condition never = lock.newCondition();
    takes(
        HOUR.multipliedBy(6),
        () -> {
          assertFalse(product.acquire(new Semaphore(0), 1, TimeUnit.HOURS));
          assertFalse(product.await(new CountDownLatch(1), 1, TimeUnit.HOURS));
          assertTrue(product.await(lock, never, HOUR.toNanos()) <= 0);
          assertEquals(null, product.poll(new LinkedBlockingQueue<>(), 1, TimeUnit.HOURS));
          assertThrows(
              TimeoutException.class,
              () -> product.get(new CompletableFuture<>(), 1, TimeUnit.HOURS));
          product.park(HOUR.toNanos());
          assertFalse(Thread.interrupted());
        });
  }

  @Test
  void aWaitEndsWhenWhatIsWaitedForComes() {
    Semaphore places = new Semaphore(0);
    CountDownLatch latch = new CountDownLatch(1);
    CompletableFuture<String> answer = new CompletableFuture<>();
    LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    takes(
        HOUR,
        () -> {
          scheduler.start(
              "other",
              "gives",
              () -> {
                scheduler.sleep(HOUR);
                places.release();
                latch.countDown();
                answer.complete("a");
                queue.add("b");
              });
          assertTrue(product.acquire(places, 2, TimeUnit.HOURS));
          assertTrue(product.await(latch, 2, TimeUnit.HOURS));
          assertEquals("a", product.get(answer, 2, TimeUnit.HOURS));
          assertEquals("b", product.poll(queue, 2, TimeUnit.HOURS));
        });
    assertEquals(0, places.availablePermits());
  }

  @Test
  void anInterruptIsNoEndOfTime() {
    List<String> told = new ArrayList<>();
    takes(
        HOUR,
        () -> {
          Thread waiting = Thread.currentThread();
          scheduler.start(
              "other",
              "interrupts",
              () -> {
                scheduler.sleep(HOUR);
                waiting.interrupt();
              });
          try {
            product.acquire(new Semaphore(0), 2, TimeUnit.HOURS);
          } catch (InterruptedException e) {
            told.add("interrupted");
          }
        });
    assertEquals(List.of("interrupted"), told);
  }

  @Test
  void threadsOfNoRunWaitByTheMachine() throws Exception {
    long began = System.nanoTime();
    assertFalse(product.acquire(new Semaphore(0), 20, TimeUnit.MILLISECONDS));
    assertTrue(System.nanoTime() - began >= 20_000_000);
    assertTrue(product.nanos() >= began);
  }
}
