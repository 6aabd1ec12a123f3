package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** A backend of a database: its pools and its membership, of which a test sets rounds and clock. */
public final class Member implements AutoCloseable {
  private static final String ROW = "INSERT INTO sweep_turn (task, due_ms) VALUES ('one', 0)";

  private final AtomicLong nanos = new AtomicLong();
  private final Database database;
  private final Connection connection;
  private final Membership membership;

  /** Has a stay, and its transactions are under a lease. */
  public Member(DatabaseSettings settings, String name) throws SQLException {
    database = new Database(settings);
    connection = Database.connect(settings);
    membership = new Membership(database, name, nanos::get, () -> {});
    membership.round(connection);
  }

  /** Its pools, which it closes. */
  public Database database() {
    return database;
  }

  /** Of its rounds. */
  Connection connection() {
    return connection;
  }

  public void rounds(int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      pass(BackendPresence.EVERY);
      membership.round(connection);
    }
  }

  /** So many without a pause. */
  void roundsAtOnce(int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      membership.round(connection);
    }
  }

  public void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** Enters a session. */
  Lease begin(Connection session) throws SQLException {
    return membership.begin(session);
  }

  /** Says farewell; its pools go on. */
  void leave() throws SQLException {
    membership.leave(connection);
  }

  Transactions transactions() {
    return new Transactions(database, _ -> {}, new Random(1));
  }

  /** A connection of its pool, in a transaction that has locked the row. */
  Connection locking() throws SQLException {
    Connection session = database.writes().getConnection();
    insert(session);
    return session;
  }

  /** Waits for the row's lock. */
  static void insert(Connection session) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.executeUpdate(ROW);
    }
  }

  /** The same in a transaction that is committed; the rows that it made. */
  int insert() {
    return transactions().run(sql -> sql.sql(ROW).update());
  }

  Lease lease(Connection session) throws SQLException {
    return database.lease(session.unwrap(Connection.class));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
    database.close();
  }
}
