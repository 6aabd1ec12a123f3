package org.bora.backend.testing;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.bora.storage.spi.AreaTree;
import org.bora.storage.spi.Residences;
import org.bora.storage.spi.StorageException;

/** Something real in front of whose calls a test may do something, or refuse them. */
public final class Intercepted {
  private Intercepted() {}

  /** What happens before a call. */
  @FunctionalInterface
  public interface Before {
    /**
     * Is told of a call, and may refuse it.
     *
     * @param method the name of what is called
     * @param arguments null where there are none
     */
    void call(String method, Object[] arguments) throws StorageException;
  }

  /** An area that passes calls of what moves its bytes on after {@code before}. */
  public static AreaTree moves(AreaTree real, Before before) {
    return with(real, of(Residences.class, real.residences(), before));
  }

  /** An area whose bytes are moved by these. */
  public static AreaTree with(AreaTree real, Residences residences) {
    return AreaTree.class.cast(
        Proxy.newProxyInstance(
            AreaTree.class.getClassLoader(),
            new Class<?>[] {AreaTree.class},
            (_, method, arguments) -> {
              try {
                return method.getReturnType() == Residences.class
                    ? residences
                    : method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  /** Passes all calls on after {@code before}. */
  public static <T> T of(Class<T> type, T real, Before before) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              before.call(method.getName(), arguments);
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
