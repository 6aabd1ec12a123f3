package org.bora.backend.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * Whether the database answers, asked on a connection apart: where calls have all of the pool's,
 * the backend is busy, not ill. For one thread at a time.
 */
public final class DatabaseNeed implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final DatabaseSettings settings;
  private Optional<Connection> connection = Optional.empty();

  public DatabaseNeed(DatabaseSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /** What is wrong, in words for the administrator; empty where it answers. */
  public synchronized Optional<String> trouble() {
    if (connection.isPresent() && isAnswering(connection.get())) {
      return Optional.empty();
    }
    forget(); // another server of the same database may serve
    try {
      connection = Optional.of(open());
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

  private Connection open() throws SQLException {
    Properties driver = new Properties();
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    String millis = Long.toString(PATIENCE.toMillis());
    driver.setProperty("connectTimeout", millis);
    driver.setProperty("socketTimeout", millis);
    ServerInUse server = new ServerInUse(settings.servers(), () -> {}); // asked from the first on
    return new ServingConnections(server, driver, PATIENCE).getConnection();
  }

  private void forget() {
    try {
      if (connection.isPresent()) {
        connection.get().close();
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
