package org.bora.simulation.sql.store;

import java.util.Optional;

/**
 * Is told what transactions change, on the thread that commits. What a failover commits, which
 * happens on any thread, is not told.
 */
@FunctionalInterface
public interface Changes {

  /**
   * A row is about to be committed.
   *
   * @param table its name
   * @param before empty where it is new
   * @param after empty where it is deleted
   */
  void committed(String table, Optional<Version> before, Optional<Version> after);
}
