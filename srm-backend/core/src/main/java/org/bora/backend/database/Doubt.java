package org.bora.backend.database;

/**
 * Whether work may have been committed, or may still be, although no answer said so, because an
 * attempt lost its connection. After an error message of the server, the work is rolled back. A
 * doubt never goes away: a node that was cut off may commit later. For one thread.
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
