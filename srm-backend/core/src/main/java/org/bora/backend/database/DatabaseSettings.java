package org.bora.backend.database;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * How the database is reached.
 *
 * @param url {@code jdbc:mysql://host[:port]/schema}, for MySQL and MariaDB alike; several hosts
 *     with commas between them are nodes of one cluster, of which one is used until it fails
 * @param user the account
 * @param password its password; may be empty
 * @param readConnections connections for single statements that only read
 * @param writeConnections connections for transactions
 * @param connectTimeout how long a call may wait for a connection
 * @param statementTimeout how long the server may stay silent before a connection counts as lost
 */
public record DatabaseSettings(
    String url,
    String user,
    String password,
    int readConnections,
    int writeConnections,
    Duration connectTimeout,
    Duration statementTimeout) {

  private static final int MOST_CONNECTIONS = 1000;

  public DatabaseSettings {
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(password, "password");
    Servers.urls(url); // refuses what is none
    checkCount("readConnections", readConnections);
    checkCount("writeConnections", writeConnections);
    checkPositive("connectTimeout", connectTimeout);
    checkPositive("statementTimeout", statementTimeout);
  }

  /** The defaults for everything but where the database is. */
  public static DatabaseSettings defaults(String url, String user, String password) {
    return new DatabaseSettings(
        url, user, password, 16, 32, Duration.ofSeconds(5), Duration.ofSeconds(60));
  }

  /** The URL of each server that {@link #url} names, in their order. */
  public List<String> servers() {
    return Servers.urls(url);
  }

  /** The same for each of its servers alone. */
  public List<DatabaseSettings> each() {
    return servers().stream()
        .map(
            server ->
                new DatabaseSettings(
                    server,
                    user,
                    password,
                    readConnections,
                    writeConnections,
                    connectTimeout,
                    statementTimeout))
        .toList();
  }

  private static void checkCount(String name, int value) {
    if (value < 1 || value > MOST_CONNECTIONS) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are 1 to " + MOST_CONNECTIONS);
    }
  }

  private static void checkPositive(String name, Duration value) {
    if (value.compareTo(Duration.ofMillis(250)) < 0 || value.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          name + " is " + value + ", allowed are 250 ms (PT0.25S) to 1 h (PT1H)");
    }
  }

  /** Without the password, also one within the URL. */
  @Override
  public String toString() {
    return "DatabaseSettings[url=" + ShownUrl.of(url) + ", user=" + user + "]";
  }
}
