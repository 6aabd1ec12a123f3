package org.bora.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Who migrates the schema just now: a table with one row that is there during a migration. Locks by
 * name or on rows hold on one node of a cluster only; a row that was committed, and a table that
 * was made, hold on all of them (Galera certifies the one and orders the other).
 */
final class GuardTable {
  /** Milliseconds since 1970 by the database's clock; no time zone bends them. */
  private static final String NOW =
      "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(3)) DIV 1000";

  private static final String MAKE =
      "CREATE TABLE IF NOT EXISTS schema_guard (id TINYINT NOT NULL PRIMARY KEY,"
          + " holder VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,"
          + " ends_ms BIGINT NOT NULL)";

  /** The second assignment sees what the first made of the holder. */
  private static final String TAKE =
      "INSERT INTO schema_guard (id, holder, ends_ms) VALUES (1, ?, "
          + NOW
          + " + ?) ON DUPLICATE KEY UPDATE holder = IF(ends_ms < "
          + NOW
          + ", ?, holder), ends_ms = IF(holder = ?, "
          + NOW
          + " + ?, ends_ms)";

  private static final String ROW =
      "SELECT holder, ends_ms, ends_ms < " + NOW + " FROM schema_guard WHERE id = 1";

  private static final String KEEP =
      "UPDATE schema_guard SET ends_ms = " + NOW + " + ? WHERE id = 1 AND holder = ?";

  private static final String DROP = "DROP TABLE IF EXISTS schema_guard";

  private static final int NO_SUCH_TABLE = 1146;
  private static final int NODE_NOT_READY = 1047;
  private static final int LOCK_WAIT_TIMEOUT = 1205;
  private static final int DEADLOCK = 1213;

  private final DataSource database;

  GuardTable(DataSource database) {
    this.database = Objects.requireNonNull(database, "database");
  }

  /**
   * Whose turn it is.
   *
   * @param endsMillis until when, since 1970 by the database's clock
   * @param over whether that has gone by
   */
  record Turn(String holder, long endsMillis, boolean over) {}

  /** Whose turn it is; a look writes nothing but the table, and delays no migration. */
  Optional<Turn> look() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      try (ResultSet row = statement.executeQuery(ROW)) {
        return row.next()
            ? Optional.of(new Turn(row.getString(1), row.getLong(2), row.getBoolean(3)))
            : Optional.empty();
      } catch (SQLException e) {
        if (e.getErrorCode() != NO_SUCH_TABLE) {
          throw e;
        }
      }
      statement.execute(MAKE);
      return Optional.empty();
    }
  }

  /**
   * Takes the turn if it is free, or its holder let its time go by. The table is there.
   *
   * @param lease how long it is whose, unless it is kept
   * @return whether it is this holder's
   * @throws SQLException also where another backend was met ({@link #isMeeting})
   */
  boolean take(String holder, Duration lease) throws SQLException {
    try (Connection connection = database.getConnection()) {
      try (PreparedStatement take = connection.prepareStatement(TAKE)) {
        take.setString(1, holder);
        take.setLong(2, lease.toMillis());
        take.setString(3, holder);
        take.setString(4, holder);
        take.setLong(5, lease.toMillis());
        take.executeUpdate();
      }
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery(ROW)) {
        return row.next() && row.getString(1).equals(holder);
      }
    }
  }

  /** Another node was first, or has just finished: to be tried again. */
  static boolean isMeeting(SQLException e) {
    return e.getErrorCode() == NO_SUCH_TABLE
        || e.getErrorCode() == LOCK_WAIT_TIMEOUT
        || e.getErrorCode() == DEADLOCK;
  }

  /** The node went, or does not serve yet: another one, or the same a moment later, will. */
  static boolean isPassing(SQLException e) {
    return e instanceof SQLTransientConnectionException
        || e.getErrorCode() == NODE_NOT_READY
        || (e.getSQLState() != null && e.getSQLState().startsWith("08"));
  }

  /** Renews the lease; false if this holder no longer has it. */
  boolean keep(String holder, Duration lease) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement keep = connection.prepareStatement(KEEP)) {
      keep.setLong(1, lease.toMillis());
      keep.setString(2, holder);
      return keep.executeUpdate() == 1;
    }
  }

  /** Gives the turn back; the next one in line makes the table again. */
  void drop() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(DROP);
    }
  }
}
