package org.bora.backend.database;

import java.time.Duration;
import java.util.List;
import org.bora.settings.Elsewhere;
import org.bora.settings.Key;
import org.bora.settings.Keys;

/**
 * How the database is reached.
 *
 * @param url {@code jdbc:mysql://host[:port]/schema}, for MySQL and MariaDB alike; several hosts
 *     with commas between them are nodes of one cluster, of which one is used until it fails
 * @param user the account
 * @param password its password; may be empty
 * @param readConnections connections for single statements that only read
 * @param writeConnections connections for transactions
 * @param connectTimeout maximum time that a call waits for a connection
 * @param statementTimeout maximum silence of the server before a connection counts as lost
 */
public record DatabaseSettings(
    @Key(
            preset = "jdbc:mysql://localhost/bora",
            allowed = "jdbc:mysql://HOST[:PORT][,HOST[:PORT]...]/SCHEMA")
        String url,
    @Key(preset = "bora") String user,
    @Elsewhere String password,
    @Key(preset = "16", least = "1", most = "1000") int readConnections,
    @Key(preset = "32", least = "1", most = "1000") int writeConnections,
    @Key(preset = "5s", least = "250ms", most = "1h") Duration connectTimeout,
    @Key(preset = "1m", least = "250ms", most = "1h") Duration statementTimeout)
    implements Keys {

  public DatabaseSettings {
    Keys.check(
        DatabaseSettings.class,
        url,
        user,
        password,
        readConnections,
        writeConnections,
        connectTimeout,
        statementTimeout);
    Servers.urls(url); // refuses what is none
  }

  /** The defaults for everything but where the database is. */
  public static DatabaseSettings defaults(String url, String user, String password) {
    return Keys.defaults(DatabaseSettings.class).at(url, user, password);
  }

  /** The same settings of another database. */
  public DatabaseSettings at(String otherUrl, String otherUser, String otherPassword) {
    return new DatabaseSettings(
        otherUrl,
        otherUser,
        otherPassword,
        readConnections,
        writeConnections,
        connectTimeout,
        statementTimeout);
  }

  /** The URL of each server that {@link #url} names, in their order. */
  public List<String> servers() {
    return Servers.urls(url);
  }

  /** The same for each of its servers alone. */
  public List<DatabaseSettings> each() {
    return servers().stream().map(server -> at(server, user, password)).toList();
  }

  /** Without the password, also one within the URL. */
  @Override
  public String toString() {
    return "DatabaseSettings[url=" + ShownUrl.of(url) + ", user=" + user + "]";
  }
}
