package org.bora.backend.bulkhead;

import java.util.function.BooleanSupplier;

/**
 * A claim in the database that runs out, and under which the current thread changes something on
 * disk outside of any transaction. Other backends act on what was claimed once the claim has run
 * out, so the last look at it comes right before the filesystem is asked (docs/adr/0043). Bound by
 * a {@link ScopedValue} to the change.
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
