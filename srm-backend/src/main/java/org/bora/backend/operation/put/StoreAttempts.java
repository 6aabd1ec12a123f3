package org.bora.backend.operation.put;

/**
 * What is known of the attempts to store a request: whether one may have been committed although
 * nobody was told. For one thread.
 */
final class StoreAttempts {
  private boolean perhapsStored;
  private boolean accident;

  /**
   * Another one begins.
   *
   * @param unheard whether the one before it came to no end that was heard of
   * @return whether none before can have stored the request
   */
  boolean begin(boolean unheard) {
    accident |= unheard;
    perhapsStored = true;
    return !accident;
  }

  /**
   * The database refused the last one. What an earlier one did whose answer was lost is no clearer
   * by that: a node that was cut off may commit it yet.
   */
  void refused() {
    perhapsStored = accident;
  }

  /** Whether rows may be in the database, now or soon, that know the uploads of the request. */
  boolean isPerhapsStored() {
    return perhapsStored;
  }
}
