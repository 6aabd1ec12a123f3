package org.bora.backend.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Something real after whose calls a test may do something, or refuse what was done. */
public final class Followed {
  private Followed() {}

  /** What happens after a call that succeeded. */
  @FunctionalInterface
  public interface After {
    /**
     * Is told of a call that has done its work, and may still end it with an exception.
     *
     * @param method the name of what was called
     */
    void call(String method) throws Exception;
  }

  /** Passes all calls on, and goes on with {@code after} before it answers. */
  public static <T> T of(Class<T> type, T real, After after) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              try {
                Object result = method.invoke(real, arguments);
                after.call(method.getName());
                return result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
