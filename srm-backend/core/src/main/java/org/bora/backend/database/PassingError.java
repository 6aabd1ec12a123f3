package org.bora.backend.database;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;
import java.util.function.Predicate;

/** Recognises transient database errors, after which the same work may succeed. */
final class PassingError {
  /**
   * Lock wait time-out, deadlock, MariaDB's changed record; a disk and a table that are full, until
   * an administrator makes room: error numbers of both servers. Nothing is left of such a
   * transaction.
   */
  private static final Set<Integer> NUMBERS = Set.of(1205, 1213, 1020, 1021, 1114);

  /**
   * Passing errors without a specific SQL state: a failed commit, such as on a node that has lost
   * its cluster ("not connected to Primary Component"), which may have taken effect; a statement
   * interrupted by that loss, which may have been the commit; a killed connection; a connection
   * that MySQL closed because it was idle.
   */
  private static final Set<Integer> CONNECTION_NUMBERS = Set.of(1180, 1317, 1927, 4031);

  private static final String CONNECTION = "08";

  /** Connection errors, and transactions that a server or cluster rolled back. */
  private static final Set<String> CLASSES = Set.of(CONNECTION, "40");

  private PassingError() {}

  static boolean isOne(Throwable thrown) {
    return isCausedBy(thrown, PassingError::isOne);
  }

  /** Whether the connection is of no use any more, or its server has nothing to offer on it. */
  static boolean isOfConnection(Throwable thrown) {
    return isCausedBy(thrown, PassingError::isOfConnection);
  }

  private static boolean isCausedBy(Throwable thrown, Predicate<SQLException> what) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && what.test(sql)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOne(SQLException e) {
    return e instanceof SQLTransientException
        || e instanceof SQLRecoverableException
        || NUMBERS.contains(e.getErrorCode())
        || CONNECTION_NUMBERS.contains(e.getErrorCode())
        || CLASSES.contains(stateClass(e));
  }

  private static boolean isOfConnection(SQLException e) {
    return e instanceof SQLRecoverableException
        || e instanceof SQLNonTransientConnectionException
        || CONNECTION_NUMBERS.contains(e.getErrorCode())
        || stateClass(e).equals(CONNECTION);
  }

  private static String stateClass(SQLException e) {
    String state = e.getSQLState();
    return state != null && state.length() == 5 ? state.substring(0, 2) : "";
  }
}
