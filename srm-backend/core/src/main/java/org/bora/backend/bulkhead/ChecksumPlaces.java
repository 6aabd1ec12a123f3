package org.bora.backend.bulkhead;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.bora.storage.spi.StorageException;
import org.bora.storage.spi.StorageException.Reason;

/**
 * Limits how many large files of one area are read for checksums at the same time, in total and for
 * one caller. So the other callers wait no longer than the share of one caller takes. A checksum
 * continues after its call has ended, so that a repeated srmPutDone finds it; the place is taken
 * until the work ends, not until the call ends. Thread safe.
 */
final class ChecksumPlaces {
  private static final ScopedValue<String> CALLER = ScopedValue.newInstance();

  /** The interval at which a waiting caller checks its own deadline. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final int most;
  private final int mostOfOne;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private final Map<String, Integer> byCaller = new HashMap<>();
  private int taken;

  ChecksumPlaces(BulkheadSettings settings) {
    this.most = settings.checksumsPerArea();
    this.mostOfOne = settings.checksumsPerCaller();
  }

  /** Binds work to the caller on whose behalf it is done. */
  static ScopedValue.Carrier of(String caller) {
    return ScopedValue.where(CALLER, caller);
  }

  /**
   * Does the work when there is a place for it.
   *
   * @throws StorageException SILENT, and nothing was done, where the caller's time ends before
   */
  <T> T within(Bulkhead.Question<T> work) throws StorageException {
    Optional<String> caller = CALLER.isBound() ? Optional.of(CALLER.get()) : Optional.empty();
    enter(caller);
    try {
      return work.ask();
    } finally {
      leave(caller);
    }
  }

  private void enter(Optional<String> caller) throws StorageException {
    Optional<WaitingCaller> waiting = WaitingCaller.current();
    lock.lock();
    try {
      while (isFull(caller)) {
        if (waiting.isPresent() && waiting.get().isOver()) {
          throw gaveUp();
        }
        long ignored = left.awaitNanos(LOOK_NANOS);
      }
      taken++;
      caller.ifPresent(name -> byCaller.merge(name, 1, Integer::sum));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw gaveUp();
    } finally {
      lock.unlock();
    }
  }

  private boolean isFull(Optional<String> caller) {
    return taken >= most
        || caller.map(name -> byCaller.getOrDefault(name, 0) >= mostOfOne).orElse(false);
  }

  private static StorageException gaveUp() {
    return new StorageException(
        Reason.SILENT,
        "no checksum was computed: until the call ended, other files of the same caller or area"
            + " were read");
  }

  private void leave(Optional<String> caller) {
    lock.lock();
    try {
      taken--;
      caller.ifPresent(
          name -> byCaller.merge(name, -1, (now, less) -> now == 1 ? null : now + less));
      left.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
