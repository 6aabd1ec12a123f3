package org.bora.backend.database;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * New connections to one of several servers: the one that served last, and the next ones in their
 * order where it does not. A server counts that answers a query: a node of a cluster that has lost
 * the others, or has not caught up with them yet, accepts connections and refuses everything else.
 *
 * <p>Thread safe; blocks until a server serves or none does. A pool in front keeps connections.
 */
final class ServingConnections implements DataSource {
  private static final org.slf4j.Logger LOG =
      org.slf4j.LoggerFactory.getLogger(ServingConnections.class);

  private final List<String> urls;
  private final Properties driver;
  private volatile int serving;

  /**
   * @param urls of the servers, the preferred one first
   * @param driver user, password and time-outs among its properties
   */
  ServingConnections(List<String> urls, Properties driver) {
    this.urls = List.copyOf(urls);
    this.driver = Objects.requireNonNull(driver, "driver");
  }

  @Override
  public Connection getConnection() throws SQLException {
    int first = serving;
    SQLException refused = null;
    for (int turn = 0; turn < urls.size(); turn++) {
      int server = (first + turn) % urls.size();
      try {
        Connection connection = open(urls.get(server));
        settle(first, server);
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
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  private void settle(int before, int now) {
    if (before != now && serving == before) {
      serving = now;
      LOG.warn("the database {} does not serve, {} does", place(before), place(now));
    }
  }

  /** Without schema and parameters. */
  private String place(int server) {
    return urls.get(server).replaceFirst("jdbc:mysql://([^/?]*).*", "$1");
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
