package org.bora.backend.database;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.bora.api.BackendFailure;

/**
 * Limits how many connections may be held by transactions that wait for something other than the
 * database: some rename a file, and the filesystem may hang. A connection cannot be taken from a
 * hanging thread.
 *
 * <p>Each thing they wait for has a share of the connections, never more than what remains for all
 * others: the first that hangs can hold half of the connections, a second one a quarter, and one
 * connection always stays free (the threshold of A. Choudhury and E. Hahne, IEEE/ACM Transactions
 * on Networking 6, 1998). Thread safe.
 */
public final class ConnectionShares {
  private final int connections;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition freed = lock.newCondition();
  private int taken;

  /**
   * @param connections of all transactions
   */
  public ConnectionShares(int connections) {
    if (connections < 1) {
      throw new IllegalArgumentException("connections: " + connections + ", allowed is 1 and more");
    }
    this.connections = connections;
  }

  /**
   * A new share, with no connection in use.
   *
   * @param silent whether the purpose of the share hangs; must not block
   */
  public Share share(BooleanSupplier silent) {
    return new Share(silent);
  }

  /** The connections held by those who wait for one thing. */
  public final class Share {
    private final BooleanSupplier silent;
    private int kept;

    private Share(BooleanSupplier silent) {
      this.silent = Objects.requireNonNull(silent, "silent");
    }

    /** How many connections wait for it. */
    public int kept() {
      lock.lock();
      try {
        return kept;
      } finally {
        lock.unlock();
      }
    }

    boolean tryTake() {
      lock.lock();
      try {
        boolean fits = taken == 0 || kept + 1 <= connections - taken - 1;
        if (fits) {
          kept++;
          taken++;
        }
        return fits;
      } finally {
        lock.unlock();
      }
    }

    void giveBack() {
      lock.lock();
      try {
        kept--;
        taken--;
        freed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    /**
     * Waits for room for one connection in the share, without holding a connection.
     *
     * @throws BackendFailure (transient) if there is none within {@code most}, if the purpose of
     *     the share hangs, or if the thread is interrupted
     */
    void take(Duration most) {
      long left = most.toNanos();
      lock.lock();
      try {
        while (!tryTake()) {
          if (left <= 0 || silent.getAsBoolean()) {
            throw busy();
          }
          long nap = Math.min(left, LOOK_NANOS);
          left -= nap - freed.awaitNanos(nap);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw busy();
      } finally {
        lock.unlock();
      }
    }

    private static BackendFailure busy() {
      return BackendFailure.ofSilentStorage();
    }
  }

  /** The interval at which waiting callers check whether the purpose of the share hangs. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
}
