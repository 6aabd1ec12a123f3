package org.bora.simulation.site;

import java.util.Optional;

/**
 * The call that a thread of a backend works for.
 *
 * @param operation by its name in the catalogue
 * @param dn of the caller
 */
record Task(String operation, String dn) {
  private static final ScopedValue<Task> CURRENT = ScopedValue.newInstance();

  /** Periodic queries that belong to no client: bans and the time. */
  private static final Task APART = new Task("apart", "");

  /** The task of the current thread; empty if it works for no call. */
  static Optional<Task> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Runs a periodic query on the current thread. */
  static <R> R callApart(ScopedValue.CallableOp<R, RuntimeException> work) {
    return APART.call(work);
  }

  /** Whether the current thread runs a periodic query. */
  static boolean isApart() {
    return current().filter(APART::equals).isPresent();
  }

  /** Runs work for this task on the current thread. */
  <R> R call(ScopedValue.CallableOp<R, RuntimeException> work) {
    return ScopedValue.where(CURRENT, this).call(work);
  }
}
