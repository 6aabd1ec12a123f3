package org.bora.server.wire;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bora.backend.duty.Duty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The parts that have been started. They are stopped in the opposite order, and if one fails to
 * close, the others are still closed. Not thread safe until the start is complete; closing twice
 * does nothing.
 */
final class Running implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Running.class);

  private record Part(String name, AutoCloseable closing) {}

  private final Deque<Part> parts = new ArrayDeque<>();
  private final List<Listening> ports;

  Running() {
    this(new ArrayList<>());
  }

  /**
   * @param ports where the process listens, for all phases of it
   */
  Running(List<Listening> ports) {
    this.ports = Objects.requireNonNull(ports, "ports");
  }

  /** Adds a part that runs now; returns it. */
  <T extends AutoCloseable> T add(String name, T part) {
    parts.push(new Part(name, Objects.requireNonNull(part, name)));
    return part;
  }

  /** A part listens here now. */
  void listens(Listening port) {
    ports.add(port);
  }

  /** Where the process listens by now. */
  List<Listening> ports() {
    return List.copyOf(ports);
  }

  /** What of it takes up work without being called, by its name, as it was started. */
  synchronized Map<String, Duty> duties() {
    Map<String, Duty> duties = new LinkedHashMap<>();
    for (Iterator<Part> each = parts.descendingIterator(); each.hasNext(); ) {
      Part part = each.next();
      if (part.closing() instanceof Duty duty) {
        duties.put(part.name(), duty);
      }
    }
    return duties;
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      Part part = parts.pop();
      try {
        part.closing().close();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        LOG.error("{}: interrupted while stopping", part.name());
      } catch (Exception e) {
        LOG.error("{}: did not stop properly", part.name(), e);
      }
    }
  }
}
