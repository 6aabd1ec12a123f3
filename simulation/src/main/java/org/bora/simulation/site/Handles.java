package org.bora.simulation.site;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a process has open in a directory, and which of its threads has opened that. */
final class Handles {
  private final Map<AutoCloseable, Thread> open = new LinkedHashMap<>();

  void add(AutoCloseable opened) {
    open.put(opened, Thread.currentThread());
  }

  /** It was closed. */
  void remove(Object closed) {
    open.remove(closed);
  }

  /** In the order in which they were opened. */
  List<AutoCloseable> all() {
    return List.copyOf(open.keySet());
  }

  /** How many a thread has opened. */
  long of(Thread thread) {
    return open.values().stream().filter(thread::equals).count();
  }
}
