package org.bora.simulation.sql.store;

import java.util.List;
import java.util.Optional;

/**
 * A listener for the changes of transactions, called on the committing thread. Commits by a
 * failover, which may happen on any thread, are not reported.
 */
@FunctionalInterface
public interface Changes {

  /**
   * The change of a row by a transaction.
   *
   * @param table its name
   * @param before empty if the row is new
   * @param after empty if the row is deleted
   */
  record Change(String table, Optional<Version> before, Optional<Version> after) {}

  /** A transaction that changes at least one row is about to be committed. */
  void commits(List<Change> changes);
}
