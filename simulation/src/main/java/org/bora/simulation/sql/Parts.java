package org.bora.simulation.sql;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Implements JDBC interfaces by a class that has only the methods in use. Calls of the hundreds of
 * other methods are refused by name.
 */
final class Parts {
  private Parts() {}

  static <T> T of(Class<T> type, Object calls) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new Handler(type, calls)));
  }

  private record Handler(Class<?> type, Object calls) implements InvocationHandler {
    private static final Map<Class<?>, Map<Method, Optional<Method>>> KNOWN =
        new ConcurrentHashMap<>();

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      return switch (method.getName()) {
        case "equals" -> isSame(proxy, arguments[0]);
        case "hashCode" -> System.identityHashCode(proxy);
        case "toString" -> type.getSimpleName() + " of " + calls;
        case "unwrap" -> proxy;
        case "isWrapperFor" -> ((Class<?>) arguments[0]).isInstance(proxy);
        default -> call(method, arguments);
      };
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Object proxy, Object other) {
      return proxy == other;
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
      Method ours =
          KNOWN
              .computeIfAbsent(calls.getClass(), _ -> new ConcurrentHashMap<>())
              .computeIfAbsent(method, this::find)
              .orElseThrow(() -> new SQLFeatureNotSupportedException("not simulated: " + method));
      try {
        return ours.invoke(calls, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }

    private Optional<Method> find(Method method) {
      try {
        return Optional.of(
            calls.getClass().getMethod(method.getName(), method.getParameterTypes()));
      } catch (NoSuchMethodException e) {
        return Optional.empty();
      }
    }
  }
}
