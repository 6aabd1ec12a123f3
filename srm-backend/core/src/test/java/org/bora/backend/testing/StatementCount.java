package org.bora.backend.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.bora.backend.database.DatabaseSettings;

/**
 * What the server itself counted between two moments: every statement that came over the wire,
 * COMMIT, ROLLBACK and SET included, and the commits. Nobody else may use the server meanwhile.
 */
public final class StatementCount implements AutoCloseable {
  private final Connection connection;

  public StatementCount(DatabaseSettings settings) throws SQLException {
    connection = DriverManager.getConnection(settings.url(), settings.user(), settings.password());
  }

  /** Statements and commits since the server started, this question not counted. */
  public record Count(long statements, long commits) {
    public Count since(Count before) {
      return new Count(statements - before.statements - 2, commits - before.commits);
    }
  }

  public Count now() throws SQLException {
    return new Count(value("Questions"), value("Com_commit"));
  }

  private long value(String variable) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery("SHOW GLOBAL STATUS WHERE Variable_name = '" + variable + "'")) {
      result.next();
      return result.getLong(2);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
