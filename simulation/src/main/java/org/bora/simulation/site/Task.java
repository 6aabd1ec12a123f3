package org.bora.simulation.site;

import java.util.Optional;

/**
 * For what a thread of a backend works.
 *
 * @param operation by its name in the catalogue
 * @param dn of the caller
 */
record Task(String operation, String dn) {
  private static final ScopedValue<Task> CURRENT = ScopedValue.newInstance();

  /** What is asked all the time, and for no client: who is banned, what time it is. */
  private static final Task APART = new Task("apart", "");

  /** That of the current thread; empty where it works for no call. */
  static Optional<Task> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Has the current thread do what is done all the time. */
  static <R> R callApart(ScopedValue.CallableOp<R, RuntimeException> work) {
    return APART.call(work);
  }

  /** Whether the current thread does what is done all the time. */
  static boolean isApart() {
    return current().filter(APART::equals).isPresent();
  }

  /** Has the current thread work for it. */
  <R> R call(ScopedValue.CallableOp<R, RuntimeException> work) {
    return ScopedValue.where(CURRENT, this).call(work);
  }
}
