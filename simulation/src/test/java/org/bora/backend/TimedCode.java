package org.bora.backend;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Calls the JDK as the product's classes do, from one of their packages. */
public final class TimedCode {

  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time);
    Thread.sleep(time.toMillis());
  }

  public void sleep(TimeUnit unit, long time) throws InterruptedException {
    unit.sleep(time);
  }

  @SuppressWarnings("WaitNotInLoop") // nothing notifies it
  public void await(Object monitor, long millis) throws InterruptedException {
    synchronized (monitor) {
      monitor.wait(millis);
    }
  }

  public long nanos() {
    return System.nanoTime();
  }

  public long millis() {
    return System.currentTimeMillis();
  }

  public LongSupplier clock() {
    return System::nanoTime;
  }

  public boolean acquire(Semaphore places, long time, TimeUnit unit) throws InterruptedException {
    return places.tryAcquire(time, unit);
  }

  public boolean await(CountDownLatch latch, long time, TimeUnit unit) throws InterruptedException {
    return latch.await(time, unit);
  }

  @SuppressWarnings("WaitNotInLoop") // nothing ever signals it
  public long await(ReentrantLock lock, Condition condition, long nanos)
      throws InterruptedException {
    lock.lock();
    try {
      return condition.awaitNanos(nanos);
    } finally {
      lock.unlock();
    }
  }

  public String poll(BlockingQueue<String> queue, long time, TimeUnit unit)
      throws InterruptedException {
    return queue.poll(time, unit);
  }

  public String get(CompletableFuture<String> answer, long time, TimeUnit unit) throws Exception {
    return answer.get(time, unit);
  }

  public UUID identifier() {
    return UUID.randomUUID();
  }

  public Supplier<UUID> identifiers() {
    return UUID::randomUUID;
  }

  public Instant now() {
    return Instant.now();
  }

  public Instant now(Clock clock) {
    return Instant.now(clock);
  }

  public Supplier<Instant> times() {
    return Instant::now;
  }

  public boolean join(Thread thread, Duration time) throws InterruptedException {
    return thread.join(time);
  }

  public void join(Thread thread) throws InterruptedException {
    thread.join();
  }

  public CompletableFuture<String> orTimeout(CompletableFuture<String> answer) {
    return answer.orTimeout(1, TimeUnit.HOURS);
  }

  public Random random() {
    return new Random();
  }

  public Random random(long seed) {
    return new Random(seed);
  }

  public void park(long nanos) {
    LockSupport.parkNanos(nanos);
  }
}
