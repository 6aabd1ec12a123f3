package org.bora.simulation.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.Executor;

/** {@link Connection}, at READ COMMITTED only. */
public final class ConnectionCalls {
  private final Session session;
  private boolean readOnly;
  private int networkTimeout;

  private ConnectionCalls(Session session) {
    this.session = session;
  }

  static Connection of(Session session) {
    return Parts.of(Connection.class, new ConnectionCalls(session));
  }

  public Statement createStatement() {
    return Parts.of(Statement.class, new StatementCalls(session, null));
  }

  public PreparedStatement prepareStatement(String sql) {
    return Parts.of(PreparedStatement.class, new StatementCalls(session, sql));
  }

  public void commit() throws SQLException {
    session.commit();
  }

  public void rollback() throws SQLException {
    session.rollback();
  }

  public void close() {
    session.close();
  }

  public void abort(Executor executor) {
    executor.execute(session::close);
  }

  public boolean isClosed() {
    return session.isKnownToBeEnded();
  }

  public boolean isValid(int seconds) {
    return session.answers();
  }

  public boolean getAutoCommit() {
    return session.isAutoCommit();
  }

  public void setAutoCommit(boolean wanted) throws SQLException {
    session.setAutoCommit(wanted);
  }

  public int getTransactionIsolation() {
    return Connection.TRANSACTION_READ_COMMITTED;
  }

  public void setTransactionIsolation(int level) throws SQLException {
    if (level != Connection.TRANSACTION_READ_COMMITTED) {
      throw new SQLFeatureNotSupportedException("not simulated: isolation " + level);
    }
  }

  public boolean isReadOnly() {
    return readOnly;
  }

  /** A hint only, as in the real driver. */
  public void setReadOnly(boolean wanted) {
    readOnly = wanted;
  }

  public int getNetworkTimeout() {
    return networkTimeout;
  }

  /** There is no network that could be silent. */
  public void setNetworkTimeout(Executor executor, int millis) {
    networkTimeout = millis;
  }

  public String getCatalog() {
    return "bora";
  }

  public String getSchema() {
    return null;
  }

  public SQLWarning getWarnings() {
    return null;
  }

  public void clearWarnings() {
    // there are no warnings
  }

  @Override
  public String toString() {
    return session.client();
  }
}
