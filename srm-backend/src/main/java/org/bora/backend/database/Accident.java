package org.bora.backend.database;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Which errors of a database pass when the same work is tried again. */
final class Accident {
  /** Lock wait time-out, deadlock, MariaDB's changed record: error numbers of both servers. */
  private static final Set<Integer> NUMBERS = Set.of(1205, 1213, 1020);

  /** Connection errors, and transactions that a server or cluster rolled back. */
  private static final Set<String> CLASSES = Set.of("08", "40");

  private Accident() {}

  static boolean isOne(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && isOne(sql)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOne(SQLException e) {
    String state = e.getSQLState();
    return e instanceof SQLTransientException
        || e instanceof SQLRecoverableException
        || NUMBERS.contains(e.getErrorCode())
        || (state != null && state.length() == 5 && CLASSES.contains(state.substring(0, 2)));
  }
}
