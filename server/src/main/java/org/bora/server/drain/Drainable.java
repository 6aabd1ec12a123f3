package org.bora.server.drain;

import java.util.List;

/**
 * A part of a process that can be taken out of service. It goes on answering until it is closed, so
 * {@link #undo} always works before that. Thread safe.
 */
public interface Drainable {

  /** Begins to drain, if that has not happened yet; returns at once. */
  void begin();

  /**
   * Puts the part back in service.
   *
   * @return false if the part is closed; nothing changes then
   */
  boolean undo();

  /** Closes the part once it has drained; returns at once. A part without a port does nothing. */
  default void close() {}

  /** Whether the part is closed, or closing, so that {@link #undo} is impossible. */
  default boolean isClosed() {
    return false;
  }

  /** What must end before the process may be stopped; empty if nothing. */
  List<Left> left();
}
