package org.bora.backend.scenario.points;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.TapeDriver;

/** Real storage that tells a {@link Tap} of every call that waits. */
final class StoragePoints {
  /** Answered from memory. */
  private static final Set<String> UNCOUNTED =
      Set.of("root", "close", "residences", "kind", "drives", "toString", "hashCode", "equals");

  private StoragePoints() {}

  static AreaTree tree(AreaTree real, Tap tap) {
    Residences residences = tapped(Residences.class, real.residences(), tap);
    return AreaTree.class.cast(
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, arguments) ->
                method.getReturnType() == Residences.class
                    ? residences
                    : call("AreaTree", real, tap, method, arguments)));
  }

  static TapeDriver library(TapeDriver real, Tap tap) {
    return tapped(TapeDriver.class, real, tap);
  }

  private static <T> T tapped(Class<T> type, Object real, Tap tap) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call(type.getSimpleName(), real, tap, method, arguments)));
  }

  private static Object call(
      String type, Object real, Tap tap, java.lang.reflect.Method method, Object[] arguments)
      throws Throwable {
    boolean waits = real instanceof PreparedRelease || !UNCOUNTED.contains(method.getName());
    if (tap.isOurs() && waits) {
      tap.before(type + "." + method.getName(), false);
    }
    try {
      Object answer = method.invoke(real, arguments);
      return answer instanceof PreparedRelease
          ? tapped(PreparedRelease.class, answer, tap)
          : answer;
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
