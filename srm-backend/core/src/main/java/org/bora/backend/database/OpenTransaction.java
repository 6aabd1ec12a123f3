package org.bora.backend.database;

import java.sql.SQLTransactionRollbackException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The transaction of the current thread, for calls inside it that go elsewhere than to the
 * database: such a call holds the connection while it waits, so it may use only its share of the
 * connections ({@link ConnectionShares}).
 *
 * <p>If its share is full, the connection is given back first: the attempt is rolled back, waits
 * for its share, and the work is done again ({@link Transactions}). A {@link ScopedValue} binds
 * this to the work. For one thread.
 */
public final class OpenTransaction {
  private static final ScopedValue<OpenTransaction> CURRENT = ScopedValue.newInstance();

  private final Set<ConnectionShares.Share> kept = new HashSet<>(2);

  /** That of the present attempt's connection. */
  private Lease lease = Lease.endless();

  /** Ends an attempt whose share is full. It has no stack trace, because it is expected. */
  static final class NoRoom extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient ConnectionShares.Share share;

    NoRoom(ConnectionShares.Share share) {
      super("too many connections wait for the same already", null, false, false);
      this.share = share;
    }

    ConnectionShares.Share share() {
      return share;
    }
  }

  /**
   * To be called before a query that belongs to a share. Without effect outside transactions;
   * within one, its connection counts for the share until its end. It may throw; the attempt then
   * ends and is repeated when there is room.
   */
  public static void waitsFor(ConnectionShares.Share share) {
    if (CURRENT.isBound()) {
      OpenTransaction open = CURRENT.get();
      if (!open.kept.contains(share)) {
        if (!share.tryTake()) {
          throw new NoRoom(share);
        }
        open.kept.add(share);
      }
    }
  }

  /** Whether the thread is in a transaction. */
  public static boolean isOpen() {
    return CURRENT.isBound();
  }

  /**
   * To be asked before something is changed outside the database for which the transaction holds a
   * lock. Where it is false the lock may be another backend's, and {@link #lostLocks} is thrown.
   */
  public static boolean holdsItsLocks() {
    return !CURRENT.isBound() || CURRENT.get().lease.holds();
  }

  /**
   * The lease of the transaction's session. Claims that outlive the transaction may be bound to it:
   * it holds no longer than other backends leave alone what its stay has claimed.
   */
  public static Lease lease() {
    return CURRENT.isBound() ? CURRENT.get().lease : Lease.endless();
  }

  /**
   * Ends an attempt as if the database had rolled it back: it is repeated with new locks.
   *
   * @return an exception to be thrown through the work
   */
  public static RuntimeException lostLocks() {
    return new LostLock();
  }

  /**
   * A lock was lost. The connection may still exist; if its session was ended, the rollback finds
   * out.
   */
  private static final class LostLock extends RuntimeException {
    private static final long serialVersionUID = 1L;

    LostLock() {
      super(
          "this backend was silent for so long that another one may have its locks",
          new SQLTransactionRollbackException("silent for too long", "40001"));
    }
  }

  /**
   * Does an attempt's work; nothing has been asked on its connection yet.
   *
   * @param held of that connection
   */
  <T> T during(Lease held, Supplier<T> work) {
    lease = held;
    return ScopedValue.where(CURRENT, this).call(work::get);
  }

  /** Room in a share that was taken between two attempts. */
  void keep(ConnectionShares.Share share) {
    kept.add(share);
  }

  /** Its connection is given back: nothing is kept any more. */
  void end() {
    kept.forEach(ConnectionShares.Share::giveBack);
    kept.clear();
  }
}
