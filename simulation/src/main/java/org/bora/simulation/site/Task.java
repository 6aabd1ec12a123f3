package org.bora.simulation.site;

import java.util.Optional;

/** For what a thread of a backend works: an operation, and who asked for it. */
record Task(String operation, String dn) {
  private static final ScopedValue<Task> CURRENT = ScopedValue.newInstance();

  /** That of the current thread; empty where it works for no call. */
  static Optional<Task> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  /** Has the current thread work for it. */
  <R> R call(ScopedValue.CallableOp<R, RuntimeException> work) {
    return ScopedValue.where(CURRENT, this).call(work);
  }
}
