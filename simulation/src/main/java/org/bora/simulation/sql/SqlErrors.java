package org.bora.simulation.sql;

import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTransactionRollbackException;
import org.bora.simulation.sql.store.Refusal;

/** Errors as the MySQL driver throws them. */
final class SqlErrors {
  private SqlErrors() {}

  static SQLException of(Refusal refusal) {
    String message = refusal.getMessage();
    String state = refusal.kind().state();
    int number = refusal.kind().number();
    SQLException error =
        switch (refusal.kind()) {
          case DUPLICATE_KEY, NULL_IN_COLUMN, NO_PARENT_ROW ->
              new SQLIntegrityConstraintViolationException(message, state, number);
          case DEADLOCK, LOCK_WAIT_TIMEOUT ->
              new SQLTransactionRollbackException(message, state, number);
          case CONNECTION_LOST -> new SQLRecoverableException(message, state, number);
          case OUT_OF_RANGE, TOO_LONG, OVERFLOW -> new SQLDataException(message, state, number);
          case NOT_SIMULATED, NO_SUCH_TABLE, NO_SUCH_COLUMN ->
              new SQLSyntaxErrorException(message, state, number);
          case NO_DEFAULT, NO_SUCH_SESSION, SUBQUERY_OF_MANY_ROWS ->
              new SQLException(message, state, number);
        };
    error.initCause(refusal);
    return error;
  }
}
