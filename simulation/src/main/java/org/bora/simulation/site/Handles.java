package org.bora.simulation.site;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Open files and directories of a process, with the thread that opened each. */
final class Handles {
  private final Map<AutoCloseable, Thread> open = new LinkedHashMap<>();

  void add(AutoCloseable opened) {
    open.put(opened, Thread.currentThread());
  }

  /** Removes a handle that was closed. */
  void remove(Object closed) {
    open.remove(closed);
  }

  /** The handles in the order of opening. */
  List<AutoCloseable> all() {
    return List.copyOf(open.keySet());
  }

  /** Number of handles that a thread has opened. */
  long of(Thread thread) {
    return open.values().stream().filter(thread::equals).count();
  }
}
