package org.bora.backend.bulkhead;

import java.util.function.BooleanSupplier;

/**
 * A claim in the database with a deadline, under which the current thread changes the disk outside
 * of a transaction. Other backends may act once the claim has expired, so the claim is checked
 * right before each call to the filesystem (docs/adr/0043). A {@link ScopedValue} binds it to the
 * change.
 */
public final class TimedClaim {
  private static final ScopedValue<BooleanSupplier> HOLDS = ScopedValue.newInstance();

  private TimedClaim() {}

  /**
   * Makes changes under a claim. One that comes too late is refused (SILENT), and nothing is
   * changed.
   *
   * @param holds whether no other backend may act on what is claimed; asked on the working thread
   * @return what the work returns
   */
  public static <T, X extends Throwable> T during(
      BooleanSupplier holds, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(HOLDS, holds).call(work);
  }

  /** Whether the current thread is under no claim, or under one that holds. */
  static boolean holds() {
    return !HOLDS.isBound() || HOLDS.get().getAsBoolean();
  }
}
