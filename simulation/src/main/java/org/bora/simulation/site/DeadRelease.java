package org.bora.simulation.site;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.bora.storage.spi.PreparedRelease;

/**
 * What a kernel does with a prepared release of a dead process: it closes the descriptors and
 * leaves the prepared files in place. Closing the release itself would remove them. Only the thread
 * that made the release may do that, and it never continues.
 */
final class DeadRelease {
  private static final String HANDLE = "Handle";

  private DeadRelease() {}

  static void close(PreparedRelease release) throws Exception {
    Set<AutoCloseable> handles = new HashSet<>(); // handles with the same descriptor are equal
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
