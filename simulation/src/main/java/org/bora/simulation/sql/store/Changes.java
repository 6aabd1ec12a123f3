package org.bora.simulation.sql.store;

import java.util.List;
import java.util.Optional;

/**
 * Is told what transactions change, on the thread that commits. What a failover commits, which
 * happens on any thread, is not told.
 */
@FunctionalInterface
public interface Changes {

  /**
   * What a transaction makes of a row.
   *
   * @param table its name
   * @param before empty where it is new
   * @param after empty where it is deleted
   */
  record Change(String table, Optional<Version> before, Optional<Version> after) {}

  /** A transaction is about to be committed, which changes at least one row. */
  void commits(List<Change> changes);
}
