package org.bora.backend.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * Whether the database answers, asked on a connection apart: where calls have all of the pool's,
 * the backend is busy, not ill. For one thread at a time.
 */
public final class DatabaseNeed implements AutoCloseable {

  private static final int PATIENCE_SECONDS = 2;

  private final DatabaseSettings settings;
  private Optional<Connection> connection = Optional.empty();

  public DatabaseNeed(DatabaseSettings settings) {
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  /** What is wrong, in words for the administrator; empty where it answers. */
  public synchronized Optional<String> trouble() {
    try {
      if (connection.isEmpty()) {
        connection = Optional.of(open());
      }
      if (connection.get().isValid(PATIENCE_SECONDS)) {
        return Optional.empty();
      }
      forget();
      return Optional.of("the database does not answer");
    } catch (SQLException e) {
      forget();
      return Optional.of("the database cannot be reached: " + e.getMessage());
    }
  }

  private Connection open() throws SQLException {
    Properties driver = new Properties();
    driver.setProperty("user", settings.user());
    driver.setProperty("password", settings.password());
    String millis = Integer.toString(PATIENCE_SECONDS * 1000);
    driver.setProperty("connectTimeout", millis);
    driver.setProperty("socketTimeout", millis);
    return DriverManager.getConnection(settings.url(), driver);
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
