package org.bora.backend.database;

import static org.bora.backend.database.Rows.bytes;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The tables {@code backend_presence} and {@code backend_session}, and the server's own list of
 * sessions. Uses auto-commit connections.
 */
final class PresenceTable {

  /** The session has ended by itself. */
  private static final int NO_SUCH_SESSION = 1094;

  /**
   * The stay of a backend, as read in one check.
   *
   * @param name for logs
   */
  record Stay(String name, long beats) {}

  /**
   * A session of the server.
   *
   * @param client address of the client; distinguishes sessions with the same number
   */
  record Session(long id, String client) {}

  /** A stay begins. */
  void enter(Connection connection, UUID backend, String name) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO backend_presence (backend, name, beats) VALUES (?, ?, 1)")) {
      statement.setBytes(1, bytes(backend));
      statement.setBytes(2, bytes(name));
      statement.executeUpdate();
    }
  }

  /** The backend is there. False: its stay was given up, and nothing is changed. */
  boolean beat(Connection connection, UUID backend) throws SQLException {
    return 0
        < change(
            connection, "UPDATE backend_presence SET beats = beats + 1 WHERE backend = ?", backend);
  }

  /** All stays. */
  Map<UUID, Stay> stays(Connection connection) throws SQLException {
    Map<UUID, Stay> stays = new HashMap<>();
    try (PreparedStatement asked =
            connection.prepareStatement(
                "SELECT p.backend, p.name, p.beats FROM backend_presence p");
        ResultSet rows = asked.executeQuery()) {
      while (rows.next()) {
        stays.put(Rows.uuid(rows.getBytes(1)), new Stay(text(rows.getBytes(2)), rows.getLong(3)));
      }
    }
    return stays;
  }

  /** Ends a stay, unless it has had a beat more: one of the two statements is the first. */
  boolean giveUp(Connection connection, UUID backend, long beats) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "DELETE FROM backend_presence WHERE backend = ? AND beats = ?")) {
      statement.setBytes(1, bytes(backend));
      statement.setLong(2, beats);
      return statement.executeUpdate() > 0;
    }
  }

  /** The session of this connection belongs to a stay. False: that was given up. */
  boolean join(Connection connection, UUID backend) throws SQLException {
    return 0
        < change(
            connection,
            "REPLACE INTO backend_session (session_id, client, backend)"
                + " SELECT l.ID, CAST(l.HOST AS BINARY), p.backend FROM backend_presence p"
                + " JOIN information_schema.PROCESSLIST l ON l.ID = CONNECTION_ID()"
                + " WHERE p.backend = ?",
            backend);
  }

  /** Sessions of ended stays, with the stay of each. */
  Map<Session, UUID> left(Connection connection) throws SQLException {
    Map<Session, UUID> left = new HashMap<>();
    try (PreparedStatement asked =
            connection.prepareStatement(
                "SELECT s.session_id, s.client, s.backend FROM backend_session s"
                    + " LEFT JOIN backend_presence p ON p.backend = s.backend"
                    + " WHERE p.backend IS NULL");
        ResultSet rows = asked.executeQuery()) {
      while (rows.next()) {
        left.put(new Session(rows.getLong(1), text(rows.getBytes(2))), Rows.uuid(rows.getBytes(3)));
      }
    }
    return left;
  }

  /** The sessions that the server of this connection has; of this account where it sees no more. */
  List<Session> there(Connection connection) throws SQLException {
    List<Session> there = new ArrayList<>();
    try (PreparedStatement asked =
            connection.prepareStatement(
                "SELECT l.ID, CAST(l.HOST AS BINARY) FROM information_schema.PROCESSLIST l");
        ResultSet rows = asked.executeQuery()) {
      while (rows.next()) {
        there.add(new Session(rows.getLong(1), text(rows.getBytes(2))));
      }
    }
    return there;
  }

  /**
   * Ends a session, whatever it is doing; its open transaction is rolled back.
   *
   * @throws SQLException if this account may not do so
   */
  void end(Connection connection, Session session) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("KILL CONNECTION " + session.id());
    } catch (SQLException e) {
      if (e.getErrorCode() != NO_SUCH_SESSION) {
        throw e;
      }
    }
  }

  /** The rows of sessions that the server has no more. */
  void forgetEnded(Connection connection, UUID backend) throws SQLException {
    change(
        connection,
        "DELETE FROM backend_session WHERE backend = ?"
            + " AND session_id NOT IN (SELECT l.ID FROM information_schema.PROCESSLIST l)",
        backend);
  }

  /** The rows of all sessions of a stay. */
  void forgetSessions(Connection connection, UUID backend) throws SQLException {
    change(connection, "DELETE FROM backend_session WHERE backend = ?", backend);
  }

  /** A stay ends; its sessions go first, for those without a stay are ended. */
  void leave(Connection connection, UUID backend) throws SQLException {
    forgetSessions(connection, backend);
    change(connection, "DELETE FROM backend_presence WHERE backend = ?", backend);
  }

  private static int change(Connection connection, String sql, UUID backend) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setBytes(1, bytes(backend));
      return statement.executeUpdate();
    }
  }

  private static String text(byte[] column) {
    return column == null ? "" : new String(column, StandardCharsets.UTF_8);
  }
}
