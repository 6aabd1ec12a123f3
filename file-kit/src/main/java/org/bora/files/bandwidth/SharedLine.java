package org.bora.files.bandwidth;

import java.time.Duration;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.bora.storage.spi.StorageException;

/** One direction of a door's line. Thread safe. */
public final class SharedLine {
  private final LongSupplier nanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final BandwidthShares<Condition> shares = new BandwidthShares<>();
  private final LongAdder waitedNanos = new LongAdder();

  /** Bytes per second; 0 for no limit. */
  private volatile long rate;

  private long patienceNanos;

  /**
   * A line without a limit.
   *
   * @param nanos as {@link System#nanoTime}
   */
  public SharedLine(LongSupplier nanos) {
    this.nanos = Objects.requireNonNull(nanos, "nanos");
  }

  /**
   * Sets the limit, also for turns that are waiting.
   *
   * @param bytesPerSecond empty for none
   * @param patience the longest wait for a turn. Between two turns an upload renews its lease, a
   *     client gets progress, and an ended transfer stops
   */
  public void limit(OptionalLong bytesPerSecond, Duration patience) {
    lock.lock();
    try {
      rate = bytesPerSecond.orElse(0);
      patienceNanos = patience.toNanos();
      shares.free(nanos.getAsLong());
      wakeNext();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until it is the turn of bytes that a caller has moved.
   *
   * @throws StorageException where the door closes meanwhile
   */
  public void pass(String caller, int bytes) throws StorageException {
    if (rate == 0 || bytes <= 0) {
      return;
    }
    lock.lock();
    try {
      long begun = nanos.getAsLong();
      BandwidthShares.Turn<Condition> turn =
          shares.enter(caller, lock.newCondition(), bytes, begun);
      try {
        await(turn, begun + patienceNanos);
      } finally {
        long now = nanos.getAsLong();
        shares.take(turn, rate == 0 ? Long.MAX_VALUE : rate, patienceNanos, now);
        waitedNanos.add(now - begun);
        wakeNext();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException(StorageException.Reason.IO, "the door is closing");
    } finally {
      lock.unlock();
    }
  }

  private void await(BandwidthShares.Turn<Condition> turn, long end) throws InterruptedException {
    long now = nanos.getAsLong();
    while (rate != 0 && end - now > 0) {
      boolean next = shares.next().filter(turn::equals).isPresent();
      long delay = next ? Math.min(shares.delay(now), end - now) : end - now;
      if (delay <= 0) {
        return;
      }
      turn.who().awaitNanos(delay);
      now = nanos.getAsLong();
    }
  }

  private void wakeNext() {
    shares.next().ifPresent(turn -> turn.who().signal());
  }

  /** How long transfers have waited for their turns in all, in seconds. */
  public double waitedSeconds() {
    return waitedNanos.sum() / 1e9;
  }
}
