package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * Checks whether the database answers, on a separate connection: if calls use the whole pool, the
 * backend is busy, not broken. If the current server is silent and another one of the cluster
 * answers, all connections move to that one, because calls that wait for a hanging server would not
 * notice it. For one thread at a time.
 */
public final class DatabaseNeed implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** With one of several servers, on the connection that is there and on a new one. */
  private static final Duration SHORT_PATIENCE = Duration.ofMillis(750);

  private final DatabaseSettings settings;
  private final ServerInUse server;
  private final Duration patience;
  private Optional<Connection> connection = Optional.empty();
  private int asked;

  public DatabaseNeed(Database database) {
    Objects.requireNonNull(database, "database");
    this.settings = database.settings();
    this.server = database.server();
    this.patience = settings.servers().size() == 1 ? PATIENCE : SHORT_PATIENCE;
  }

  /** What is wrong, in words for the administrator; empty where it answers. */
  public synchronized Optional<String> trouble() {
    if (connection.isPresent() && asked == server.index() && isAnswering(connection.get())) {
      return Optional.empty();
    }
    forget(); // another server of the same database may serve, or be in use
    try {
      ServingConnections.Serving found = open();
      connection = Optional.of(found.connection());
      asked = found.place();
      return Optional.empty();
    } catch (SQLException e) {
      return Optional.of("the database cannot be reached: " + e.getMessage());
    }
  }

  /** A query: a node that its cluster has left behind answers pings. */
  private static boolean isAnswering(Connection connection) {
    try (Statement statement = connection.createStatement()) {
      return statement.execute("SELECT 1");
    } catch (SQLException lost) {
      return false;
    }
  }

  private ServingConnections.Serving open() throws SQLException {
    Properties driver = new Properties();
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    String millis = Long.toString(patience.toMillis());
    driver.setProperty("connectTimeout", millis);
    driver.setProperty("socketTimeout", millis);
    return new ServingConnections(server, driver, patience, Duration.ZERO).serving();
  }

  /** Without a farewell, which a server that hangs would be waited for with. */
  private void forget() {
    try {
      if (connection.isPresent()) {
        connection.get().abort(Runnable::run);
      }
    } catch (SQLException broken) {
      // it was of no use any more
      connection = Optional.empty();
    }
    connection = Optional.empty();
  }

  @Override
  public synchronized void close() {
    forget();
  }
}
