package org.bora.simulation.schedule;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.Executor;

/**
 * Makes virtual threads whose steps run on an executor of the caller. The JDK has no public API for
 * this, so the JVM needs {@code --add-opens java.base/java.lang=ALL-UNNAMED}.
 */
final class ThreadMaker {
  private static final MethodHandle NEW_VIRTUAL_THREAD = find();

  private ThreadMaker() {}

  private static MethodHandle find() {
    try {
      Class<?> builders = Class.forName("java.lang.ThreadBuilders");
      return MethodHandles.privateLookupIn(builders, MethodHandles.lookup())
          .findStatic(
              builders,
              "newVirtualThread",
              MethodType.methodType(
                  Thread.class, Executor.class, String.class, int.class, Runnable.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the simulation needs JDK 25 and --add-opens java.base/java.lang=ALL-UNNAMED", e);
    }
  }

  /** Returns a thread that was not started. */
  static Thread make(Executor steps, String name, Runnable task) {
    try {
      return (Thread) NEW_VIRTUAL_THREAD.invoke(steps, name, 0, task);
    } catch (Throwable e) {
      throw new IllegalStateException("no virtual thread", e);
    }
  }
}
