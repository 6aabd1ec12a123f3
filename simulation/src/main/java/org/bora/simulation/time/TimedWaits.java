package org.bora.simulation.time;

import io.grpc.CallOptions;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.bora.simulation.schedule.Scheduler;

/**
 * Replaces calls of the product by the same calls in simulated time, for threads of a run. Each
 * method has the name, parameters and contract of the method that it replaces, with the called
 * object as first parameter. {@link Redirection} finds the methods by name and parameters.
 */
public final class TimedWaits {
  private TimedWaits() {}

  /** Replaces {@link System#nanoTime}. */
  public static long nanoTime() {
    Scheduler run = Scheduler.ofThisThread();
    return run == null ? System.nanoTime() : run.nanos();
  }

  /** Replaces {@link System#currentTimeMillis}. */
  public static long currentTimeMillis() {
    Scheduler run = Scheduler.ofThisThread();
    return run == null ? System.currentTimeMillis() : run.clock().millis();
  }

  /** Replaces {@link Thread#sleep(long)}. */
  public static void sleep(long millis) throws InterruptedException {
    sleep(Duration.ofMillis(millis));
  }

  /** Replaces {@link Thread#sleep(Duration)}. */
  public static void sleep(Duration time) throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null) {
      Thread.sleep(time);
      return;
    }
    run.sleep(time);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Replaces {@link TimeUnit#sleep(long)}. */
  public static void sleep(TimeUnit unit, long time) throws InterruptedException {
    sleep(duration(time, unit));
  }

  /** Replaces {@link Object#wait(long)}. */
  @SuppressWarnings("WaitNotInLoop") // the caller has the loop, and holds the monitor
  public static void wait(Object monitor, long millis) throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null || millis == 0) {
      monitor.wait(millis);
    } else {
      run.limited(Duration.ofMillis(millis), monitor::wait);
    }
  }

  /** Replaces {@link CallOptions#withDeadlineAfter(long, TimeUnit)}. */
  public static CallOptions withDeadlineAfter(CallOptions options, long time, TimeUnit unit) {
    return Scheduler.ofThisThread() == null
        ? options.withDeadlineAfter(time, unit)
        : options.withDeadline(Deadlines.after(time, unit));
  }

  /** Replaces {@link Thread#threadId}, so that numbers are the same in each run of a seed. */
  public static long threadId(Thread thread) {
    Scheduler run = Scheduler.ofThisThread();
    return run == null ? thread.threadId() : run.number(thread);
  }

  /** Replaces {@link LockSupport#parkNanos(long)}. */
  public static void parkNanos(long nanos) {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null) {
      LockSupport.parkNanos(nanos);
    } else {
      run.park(Duration.ofNanos(nanos));
    }
  }

  /** Replaces {@link LockSupport#parkNanos(Object, long)}. */
  public static void parkNanos(Object blocker, long nanos) {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null) {
      LockSupport.parkNanos(blocker, nanos);
    } else {
      run.park(Duration.ofNanos(nanos));
    }
  }

  /** Replaces {@link Condition#awaitNanos}. */
  @SuppressWarnings("WaitNotInLoop") // the caller has the loop
  public static long awaitNanos(Condition condition, long nanos) throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null) {
      return condition.awaitNanos(nanos);
    }
    long end = run.nanos() + nanos;
    run.limited(Duration.ofNanos(nanos), condition::await);
    return end - run.nanos();
  }

  /** Replaces {@link Condition#await(long, TimeUnit)}. */
  @SuppressWarnings("WaitNotInLoop")
  public static boolean await(Condition condition, long time, TimeUnit unit)
      throws InterruptedException {
    return awaitNanos(condition, unit.toNanos(time)) > 0;
  }

  /** Replaces {@link CountDownLatch#await(long, TimeUnit)}. */
  @SuppressWarnings("WaitNotInLoop") // a latch opens only once
  public static boolean await(CountDownLatch latch, long time, TimeUnit unit)
      throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    return run == null
        ? latch.await(time, unit)
        : latch.getCount() == 0 || run.limited(duration(time, unit), latch::await);
  }

  /** Replaces {@link Semaphore#tryAcquire(long, TimeUnit)}. */
  public static boolean tryAcquire(Semaphore places, long time, TimeUnit unit)
      throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    return run == null
        ? places.tryAcquire(time, unit)
        : run.limited(duration(time, unit), places::acquire);
  }

  /** Replaces {@link Lock#tryLock(long, TimeUnit)}. */
  @SuppressWarnings("LockNotBeforeTry") // the caller unlocks the lock
  public static boolean tryLock(Lock lock, long time, TimeUnit unit) throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    return run == null
        ? lock.tryLock(time, unit)
        : run.limited(duration(time, unit), lock::lockInterruptibly);
  }

  /** Replaces {@link BlockingQueue#poll(long, TimeUnit)}. */
  @SuppressWarnings("unchecked")
  public static Object poll(BlockingQueue<?> queue, long time, TimeUnit unit)
      throws InterruptedException {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null) {
      return queue.poll(time, unit);
    }
    Object[] taken = new Object[1];
    run.limited(duration(time, unit), () -> taken[0] = queue.take());
    return taken[0];
  }

  /** Replaces {@link Future#get(long, TimeUnit)}. */
  public static Object get(Future<?> future, long time, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    Scheduler run = Scheduler.ofThisThread();
    if (run == null) {
      return future.get(time, unit);
    }
    boolean ended =
        future.isDone()
            || run.limited(
                duration(time, unit),
                () -> {
                  try {
                    future.get();
                  } catch (ExecutionException told) {
                    // the future has ended, and throws again
                  }
                });
    if (!ended) {
      throw new TimeoutException();
    }
    return future.get();
  }

  private static Duration duration(long time, TimeUnit unit) {
    return Duration.of(time, unit.toChronoUnit());
  }
}
