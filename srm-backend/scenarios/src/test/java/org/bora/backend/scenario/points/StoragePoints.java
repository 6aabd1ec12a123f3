package org.bora.backend.scenario.points;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.PreparedRelease;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.TapeDriver;
import org.bora.storage.spi.TapeWork;

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

  /** A library that counts how often each file was recalled. */
  static TapeDriver counting(TapeDriver real, Map<UUID, Integer> recalls) {
    return TapeDriver.class.cast(
        Proxy.newProxyInstance(
            TapeDriver.class.getClassLoader(),
            new Class<?>[] {TapeDriver.class},
            (_, method, arguments) -> {
              if (method.getName().equals("recall")) {
                ((TapeWork) arguments[0])
                    .files()
                    .forEach(file -> recalls.merge(file.id(), 1, Integer::sum));
              }
              return invoke(real, method, arguments);
            }));
  }

  private static Object invoke(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static <T> T tapped(Class<T> type, Object real, Tap tap) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call(type.getSimpleName(), real, tap, method, arguments)));
  }

  private static Object call(String type, Object real, Tap tap, Method method, Object[] arguments)
      throws Throwable {
    boolean waits = real instanceof PreparedRelease || !UNCOUNTED.contains(method.getName());
    if (tap.isOurs() && waits) {
      tap.before(type + "." + method.getName(), false);
    }
    Object answer = invoke(real, method, arguments);
    return answer instanceof PreparedRelease ? tapped(PreparedRelease.class, answer, tap) : answer;
  }
}
