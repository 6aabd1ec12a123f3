package org.bora.backend.database;

/**
 * Whether work may have been committed although no answer told so, or may be yet: an attempt at it
 * has lost its connection. What the server refuses by a word it has rolled back. Nothing takes a
 * doubt away again: a node that was cut off may commit later. For one thread.
 */
public final class Doubt {
  private boolean there;

  void raise() {
    there = true;
  }

  /** Whether there is one. */
  public boolean isThere() {
    return there;
  }
}
