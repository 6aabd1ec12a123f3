package org.bora.backend.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * New connections to one of several servers: the one that served last, and the next ones in their
 * order where it does not. A server counts that answers a query: a node of a cluster that has lost
 * the others, or has not caught up with them yet, accepts connections and refuses everything else.
 * For one that hangs the kernel accepts connections too: until it has answered, a server may be
 * silent only as long as the driver's {@code socketTimeout} says.
 *
 * <p>Thread safe; blocks until a server serves or none does. A pool in front keeps connections.
 */
final class ServingConnections implements DataSource {
  private final ServerInUse server;
  private final Properties driver;
  private final int silenceMillis;

  /**
   * @param driver user, password and the time-outs of the beginning among its properties
   * @param silence how long the server may be silent once it serves
   */
  ServingConnections(ServerInUse server, Properties driver, Duration silence) {
    this.server = Objects.requireNonNull(server, "server");
    this.driver = Objects.requireNonNull(driver, "driver");
    this.silenceMillis = Math.toIntExact(silence.toMillis());
  }

  @Override
  public Connection getConnection() throws SQLException {
    int first = server.index();
    int servers = server.urls().size();
    SQLException refused = null;
    for (int turn = 0; turn < servers; turn++) {
      int now = (first + turn) % servers;
      try {
        Connection connection = open(server.urls().get(now));
        server.change(first, now);
        return connection;
      } catch (SQLException e) {
        if (refused != null) {
          e.addSuppressed(refused);
        }
        refused = e;
      }
    }
    throw refused == null ? new SQLException("no server", "08001") : refused;
  }

  private Connection open(String url) throws SQLException {
    Connection connection = DriverManager.getConnection(url, driver);
    try (Statement statement = connection.createStatement()) {
      statement.execute("SELECT 1");
      connection.setNetworkTimeout(Runnable::run, silenceMillis);
      return connection;
    } catch (SQLException e) {
      connection.abort(Runnable::run); // to close it may wait for a server that is silent
      throw e;
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException("the user is that of the settings");
  }

  @Override
  public PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {
    // the driver has a log of its own
  }

  @Override
  public void setLoginTimeout(int seconds) {
    // connectTimeout of the driver counts
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLException("wraps nothing");
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
