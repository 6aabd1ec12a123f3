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
   * Makes changes under a claim. A change that comes too late is refused (SILENT) without effect.
   *
   * @param holds whether the claim still excludes other backends; called on the working thread
   * @return the result of the work
   */
  public static <T, X extends Throwable> T during(
      BooleanSupplier holds, ScopedValue.CallableOp<? extends T, X> work) throws X {
    return ScopedValue.where(HOLDS, holds).call(work);
  }

  /** Whether the current thread has no claim, or a valid one. */
  static boolean holds() {
    return !HOLDS.isBound() || HOLDS.get().getAsBoolean();
  }
}
