package org.bora.simulation.site;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bora.storage.spi.PreparedRelease;

/**
 * What a kernel does with a prepared release when its process has died: the descriptors are closed,
 * and what was prepared stays where it is. To close the release would put it away, and is for the
 * thread that made it, which never goes on.
 */
final class DeadRelease {
  private static final String HANDLE = "Handle";

  private DeadRelease() {}

  static void close(PreparedRelease release) throws Exception {
    Set<AutoCloseable> handles = new HashSet<>(); // equal where the descriptor is
    collect(release, handles);
    if (handles.isEmpty()) {
      throw new IllegalStateException(release.getClass() + " has no descriptors any more");
    }
    for (AutoCloseable handle : handles) {
      handle.close();
    }
  }

  private static void collect(Object holder, Set<AutoCloseable> handles)
      throws IllegalAccessException {
    for (Field field : holder.getClass().getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) || field.getType().isPrimitive()) {
        continue;
      }
      field.setAccessible(true);
      Object held = field.get(holder);
      if (held instanceof AutoCloseable handle && held.getClass().getSimpleName().equals(HANDLE)) {
        handles.add(handle);
      } else if (held instanceof Optional<?> inner && inner.isPresent()) {
        collect(inner.get(), handles);
      }
    }
  }
}
